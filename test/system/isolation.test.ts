import { beforeAll, describe, expect, inject, test } from "vitest";
import { connectTo } from "@tms/kit/rpc/client";
import { newId } from "@tms/kit/values/ids";
import { GameService } from "@tms/proto/tms/game/v1/game";
import { readOperations } from "../fuzz/operations.ts";
import { tournamentBody } from "../harness/tournament.ts";
import { newGame } from "./game.ts";
import type { Answer, Api, CallOptions } from "../harness/api.ts";
import { ENTRY_ROWS } from "./entry-rows.ts";
import { everythingOf, populated, type Owned } from "./owned.ts";
import { READING_ROWS, tournament } from "./reading-rows.ts";
import { SCORE_ROWS } from "./score-rows.ts";
import { WEBHOOK_ROWS, type Row } from "./webhook-rows.ts";

/** Every operation that can be told a name, and how the name of another game's thing is answered. */
const ROWS: Readonly<Record<string, { row: Row; answer: [number, string] }>> = {
  createTournament: {
    row: ({ gameId }, api) => ({
      path: "/tournament/create",
      body: tournamentBody(api, { game: gameId }),
    }),
    answer: [404, "game_not_found"],
  },
  updateTournament: {
    row: tournament("/update", { name: "Mine" }),
    answer: [404, "tournament_not_found"],
  },
  setTournamentMetadata: {
    row: tournament("/metadata", { metadata: { mine: true } }),
    answer: [404, "tournament_not_found"],
  },
  publishTournament: { row: tournament("/publish"), answer: [404, "tournament_not_found"] },
  cancelTournament: { row: tournament("/cancel"), answer: [404, "tournament_not_found"] },
  completeTournament: {
    row: ({ tournamentId, handle }) => ({
      path: `/tournament/${tournamentId}/complete`,
      body: { ranks: [{ gamer: handle, rank: 1 }] },
    }),
    answer: [404, "tournament_not_found"],
  },
  ...ENTRY_ROWS,
  ...READING_ROWS,
  getGamer: {
    row: ({ handle }) => ({ path: `/gamer/${handle}` }),
    answer: [404, "gamer_not_found"],
  },
  updateGamer: {
    row: ({ handle }) => ({ path: `/gamer/${handle}/update`, body: { displayName: "Mine" } }),
    answer: [404, "gamer_not_found"],
  },
  getWallet: {
    row: ({ handle }) => ({ path: `/wallet/${handle}` }),
    answer: [404, "gamer_not_found"],
  },
  withdraw: {
    row: ({ handle }) => ({ path: `/wallet/${handle}/withdraw`, body: { amount: 1 } }),
    answer: [404, "gamer_not_found"],
  },
  listWalletTransactions: {
    row: ({ handle }) => ({ path: `/wallet/${handle}/transactions` }),
    answer: [404, "gamer_not_found"],
  },
  listGamerEntries: {
    row: ({ handle }) => ({ path: `/gamer/${handle}/entries` }),
    answer: [404, "gamer_not_found"],
  },
  listTournaments: {
    row: ({ cursors }) => ({ path: `/tournament?cursor=${cursors.tournaments}` }),
    answer: [400, "invalid_page_token"],
  },
  getRequest: {
    row: ({ requestId }) => ({ path: `/request/${requestId}` }),
    answer: [404, "request_not_found"],
  },
  listRequests: {
    row: ({ cursors }) => ({ path: `/request?cursor=${cursors.requests}` }),
    answer: [400, "invalid_page_token"],
  },
  getEvent: {
    row: ({ eventId }) => ({ path: `/event/${eventId}` }),
    answer: [404, "event_not_found"],
  },
  ...SCORE_ROWS,
  ...WEBHOOK_ROWS,
  listGamers: {
    row: ({ cursors }) => ({ path: `/gamer?cursor=${cursors.gamers}` }),
    answer: [400, "invalid_page_token"],
  },
  // It names nothing, and goes nowhere in live.
  advanceClock: {
    row: () => ({ path: "/clock/advance", body: { bySeconds: 60 } }),
    answer: [409, "clock_live"],
  },
  listGameTransactions: {
    row: ({ cursors }) => ({ path: `/account/transactions?cursor=${cursors.transactions}` }),
    answer: [400, "invalid_page_token"],
  },
};

/** Operations to which every name is one of the caller's own game. */
const NAMES_ARE_OWN: Readonly<Record<string, Row>> = {
  createGamer: ({ handle }) => ({ path: "/gamer/create", body: { handle } }),
  deposit: ({ handle }) => ({ path: `/wallet/${handle}/deposit`, body: { amount: 1 } }),
  getGameAccount: () => ({ path: "/account" }),
  getClock: () => ({ path: "/clock" }),
  createWebhook: () => ({ path: "/webhook/create", body: { url: "http://127.0.0.1:9/" } }),
  listWebhooks: () => ({ path: "/webhook" }),
  // Positions are numbers, and a filter only leaves out.
  listEvents: ({ tournamentId }) => ({ path: `/event?tournament=${tournamentId}` }),
  streamEvents: ({ tournamentId }) => ({ path: `/event/stream?tournament=${tournamentId}` }),
};

const operations = (await readOperations(inject("baseUrl"))).filter(({ takes }) => takes.key);

let theirs: { api: Api; owned: Owned };
beforeAll(async () => {
  const api = await newGame();
  theirs = { api, owned: await populated(api) };
});

/** Names in the form of theirs that are nobody's. */
const nobodys = (): Owned => ({
  gameId: newId(),
  tournamentId: newId(),
  handle: `n-${newId().slice(-8)}`,
  requestId: newId(),
  eventId: newId(),
  endpointId: newId(),
  deliveredId: newId(),
  cursors: {
    tournaments: "x".repeat(80),
    transactions: "x".repeat(80),
    gamers: "x".repeat(80),
    requests: "x".repeat(80),
    deliveries: "x".repeat(80),
  },
});

/** An answer without its random parts. */
const told = ({ status, headers, body }: Answer) => {
  const { requestId: _, instance: __, ...rest } = body;
  return { status, headers: [...headers.keys()].toSorted(), body: rest };
};

test("every operation of a game has its row", () => {
  const rows = [...Object.keys(ROWS), ...Object.keys(NAMES_ARE_OWN)];
  expect(operations.map(({ id }) => id).toSorted()).toEqual(rows.toSorted());
});

/** Asks for the same of two things as the caller; returns both answers, and theirs must stay. */
async function askBoth(id: string, api: Api, options: CallOptions = {}) {
  const { method } = operations.find((operation) => operation.id === id) ?? { method: "" };
  const row = ROWS[id]?.row ?? NAMES_ARE_OWN[id];
  if (row === undefined) throw new Error(`${id} has no row`);
  const before = await everythingOf(theirs);
  const ask = (names: Owned) => {
    const { path, body } = row(names, api);
    return api.call(method, path, body, options);
  };
  const [foreign, unknown] = [await ask(theirs.owned), await ask(nobodys())];
  expect(await everythingOf(theirs)).toBe(before);
  return { foreign, unknown };
}

test.for(Object.entries(ROWS))(
  "%s answers another game as if nothing were there",
  async ([id, { answer }]) => {
    const { foreign, unknown } = await askBoth(id, await newGame());
    expect([foreign.status, foreign.body.code]).toEqual(answer);
    expect(told(foreign)).toEqual(told(unknown));
  },
);

test.for(Object.keys(NAMES_ARE_OWN))("%s concerns the caller's own game alone", async (id) => {
  const { foreign } = await askBoth(id, await newGame());
  expect(foreign.status).toBeLessThan(300);
});

const STRANGERS = [
  ["no key", async () => ({}), "api_key_missing"],
  ["a revoked key", async () => ({ "x-api-key": await revokedKey() }), "api_key_invalid"],
  ["a key of no form", async () => ({ "x-api-key": "tms_test_x" }), "api_key_invalid"],
  ["a foreign scheme", async () => ({ authorization: "Basic eDp5" }), "api_key_missing"],
  ["no token of ours", async () => ({ authorization: "Bearer x" }), "token_invalid"],
] as const;

test.for(operations)("$id tells whoever has no good key nothing", async ({ id }) => {
  for (const [stranger, authOf, code] of STRANGERS) {
    const { foreign, unknown } = await askBoth(id, theirs.api, { auth: await authOf() });
    expect([stranger, foreign.status, foreign.body.code]).toEqual([stranger, 401, code]);
    expect(told(foreign)).toEqual(told(unknown));
  }
});

/** A key of their game that was revoked before anybody used it. */
async function revokedKey(): Promise<string> {
  const games = connectTo(GameService, inject("urls").game, inject("tokens").test);
  const { gameId } = theirs.api;
  const { secret, apiKey } = await games.issueApiKey({ requestId: newId(), gameId });
  await games.revokeApiKey({ requestId: newId(), gameId, apiKeyId: apiKey?.id ?? "" });
  return secret;
}

describe("an Idempotency-Key", () => {
  test("of one game is not another's", async () => {
    const options = { headers: { "idempotency-key": `shared-${newId()}` } };
    const [one, other] = [await newGame(), await newGame()];
    const first = await one.post("/gamer/create", { handle: "ada" }, options);
    const second = await other.post("/gamer/create", { handle: "ada" }, options);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.headers.get("idempotency-replayed")).toBeNull();
    expect(second.body.gamer.id).not.toBe(first.body.gamer.id);
    const third = await other.post("/gamer/create", { handle: "bob" }, options);
    expect(third.body.code).toBe("idempotency_key_reused");
  });
});

describe("a cursor of another list", () => {
  test.for([
    ["the standings of another tournament", ({ other }: { other: string }) => `${other}/entries`],
    ["the payouts", ({ own }: { own: string }) => `${own}/settlement`],
    ["the tournaments", () => "/tournament"],
    ["the game's statement", () => "/account/transactions"],
  ] as const)("is refused by %s", async ([, listOf]) => {
    const { api, owned } = theirs;
    const own = `/tournament/${owned.tournamentId}`;
    const other = `/tournament/${owned.otherTournamentId ?? ""}`;
    const { nextCursor } = (await api.get(`${own}/entries?limit=1`)).body;
    expect((await api.get(`${own}/entries?cursor=${nextCursor}`)).status).toBe(200);
    const mixedUp = await api.get(`${listOf({ own, other })}?cursor=${nextCursor}`);
    expect([mixedUp.status, mixedUp.body.code]).toEqual([400, "invalid_page_token"]);
    expect(mixedUp.body.errors[0]?.pointer).toBe("/query/cursor");
  });
});
