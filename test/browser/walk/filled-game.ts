import { until } from "@tms/stack/until";
import { inject } from "vitest";
import { apiOf, type Api } from "../../harness/api.ts";
import type { Body, GameBody } from "../../harness/bodies.ts";
import { joined } from "../../harness/gamers.ts";
import { bearer, callAs, newEmail, newPerson, type TestPerson } from "../../harness/people.ts";
import { withEndpoints, type FilledWebhooks } from "./webhooks.ts";
import { created, idOf, published, settled } from "../../harness/tournament.ts";

/** A game of somebody's with a test environment in which something of everything has happened. */
export interface FilledGame extends FilledWebhooks {
  /** The game itself, by which its pages go. */
  game: string;
  pending: string;
  published: string;
  scored: string;
  completed: string;
  cancelled: string;
  gamer: string;
  /** The ledger's account of the game itself. */
  account: string;
  /** An event that a person made. */
  event: string;
}

const LONG_NAME =
  "The Grand Intercontinental Championship of Exceptionally Patient Racers, Spring Qualifiers";
const GAMERS = [
  "ada",
  "grace",
  "a-gamer-whose-handle-is-as-long-as-it-may-be-for-a-table-cell-64",
  "Ювелир",
  "edsger",
];
const [ADA = ""] = GAMERS;
const HOUR_MS = 3_600_000;

/** Somebody with an account, and how they call the API. */
export interface Caller {
  person: TestPerson;
  /** Sends a request as they do; throws if it is refused. */
  ask(
    method: "GET" | "POST" | "PATCH",
    path: string,
    body?: unknown,
    environment?: string,
  ): Promise<Body>;
}

/** Signs somebody up without a browser; at the shared system unless told otherwise. */
export async function newCaller(
  who?: { email: string; name: string },
  baseUrl: string = inject("baseUrl"),
): Promise<Caller> {
  const person = await newPerson(baseUrl, who);
  return {
    person,
    async ask(method, path, body = {}, environment) {
      const headers = { ...bearer(person), ...(environment && { "x-game-id": environment }) };
      const sent = method === "GET" ? undefined : body;
      const answer = await callAs(baseUrl, [method, path], sent, headers);
      if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
      return answer.body;
    },
  };
}

/** Creates a game in which nothing has happened; returns its id. */
export async function emptyGame({ ask }: Caller, name: string): Promise<GameBody> {
  const { game } = await ask("POST", "/game/create", { name, platformFeePercent: 5 });
  return game;
}

/** Creates a game and fills its test environment. */
export async function filledGame(caller: Caller): Promise<FilledGame> {
  const game = await emptyGame(caller, "Star Racer: Northern Championship");
  const api = await withKeys(caller, game.environments.test.id);
  const webhooks = await withEndpoints(caller.ask, game.environments.test.id);
  await caller.ask("POST", `/game/${game.id}/members/invite`, {
    email: newEmail(),
    role: "viewer",
  });
  await api.post(`/wallet/${ADA}/deposit`, { amount: 120 });
  const completed = await published(api, {
    name: "Winter final",
    entryFee: 2.5,
    prizeSplit: [60, 30, 10],
  });
  await joined(api, completed, ...GAMERS);
  const ranks = GAMERS.map((gamer, index) => ({ gamer, rank: index + 1 }));
  await api.patch(`${completed}/complete`, { ranks });
  const cancelled = await published(api, { name: "Rained off", entryFee: 1 });
  await joined(api, cancelled, ADA);
  await api.patch(`${cancelled}/cancel`, {});
  const running = await published(api, { name: LONG_NAME, entryFee: 12.5, maxEntries: 8 });
  await api.post(`${running}/join`, { gamer: ADA, metadata: { seed: 3, region: "north" } });
  await joined(api, running, ...GAMERS.slice(1));
  await api.patch(`${running}/eliminate`, { gamers: GAMERS.slice(3) });
  const reason = "Used a speed hack in the second heat, as the replay shows; case 77";
  await api.patch(`${running}/disqualify`, { gamer: GAMERS[2], reason });
  const scored = await withScores(api);
  const startTime = new Date(Date.now() + HOUR_MS).toISOString();
  const pending = await created(api, { name: "Friday Open", startTime }, 2 * HOUR_MS);
  const environment = game.environments.test.id;
  const change = { entryFee: 5, scoring: { operator: "sum", counted: 5 } };
  await caller.ask("PATCH", `${pending}/update`, change, environment);
  await settled(api, completed);
  await toldOf(api, "tournament.completed");
  const { accounts } = await caller.ask(
    "GET",
    "/ledger/accounts?type=game",
    undefined,
    environment,
  );
  return {
    game: game.id,
    pending: idOf(pending),
    published: idOf(running),
    scored: idOf(scored),
    completed: idOf(completed),
    cancelled: idOf(cancelled),
    gamer: ADA,
    account: accounts[0]?.id ?? "",
    event: await toldOf(api, "tournament.updated"),
    ...(await webhooks()),
  };
}

/**
 * Creates a tournament in which all but one gamer have scored, and the last of these is out. Of two
 * further scores one waits for a review and one was voided.
 */
async function withScores(api: Api): Promise<string> {
  const scoring = {
    operator: "sum",
    tieBreaks: ["lower", "higher"],
    ties: "earliest",
    min: -1_000,
  };
  const path = await published(api, { name: "Time attack", entryFee: 2.5, scoring });
  await joined(api, path, ...GAMERS);
  const scores = GAMERS.slice(1).map((gamer, index) => ({
    gamer,
    score: 9_007_199_254_740_991 - 1_234_567 * index,
    tieBreaks: [index, -index],
    attempt: "match-1",
  }));
  await api.post(`${path}/scores`, { scores });
  await api.post(`${path}/score`, {
    gamer: "grace",
    score: 41_200,
    tieBreaks: [0, 0],
    attempt: "match-2",
    metadata: { replay: "https://replays.example/match-2", ping: 34 },
    hold: true,
  });
  const late = { gamer: "grace", score: -7, tieBreaks: [0, 0], attempt: "match-3" };
  const { body } = await api.post(`${path}/score`, late);
  const reason = "The match began after its whistle";
  await api.patch(`${path}/review`, { scores: [body.score.id], decision: "void", reason });
  await api.patch(`${path}/eliminate`, { gamer: GAMERS.at(-1) });
  return path;
}

/** Waits for an event of a type; returns its id. */
const toldOf = (api: Api, type: string): Promise<string> =>
  until(async () => (await api.get(`/event?types=${type}`)).body.events[0]?.id, {
    timeoutMs: 60_000,
    everyMs: 100,
    what: `${type} in the log`,
  });

/** Makes a key of each kind; returns the API by the one that works. */
async function withKeys({ ask }: Caller, gameId: string): Promise<Api> {
  const { secret } = await ask("POST", "/key/create", { name: "Match server" }, gameId);
  const limited = { name: "Reports", scopes: ["read"], ipRanges: ["203.0.113.0/24"] };
  await ask("POST", "/key/create", limited, gameId);
  const rolled = await ask("POST", "/key/create", { name: "Build machine" }, gameId);
  await ask("POST", `/key/${rolled.key.id}/roll`, { graceSeconds: 3_600 }, gameId);
  const old = await ask("POST", "/key/create", { name: "Of last year" }, gameId);
  await ask("PATCH", `/key/${old.key.id}/revoke`, {}, gameId);
  return apiOf(inject("baseUrl"), { gameId, apiKey: secret ?? "" });
}
