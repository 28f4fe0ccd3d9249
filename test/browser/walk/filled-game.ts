import { inject } from "vitest";
import { apiOf, type Api } from "../../harness/api.ts";
import type { Body, GameBody } from "../../harness/bodies.ts";
import { joined } from "../../harness/gamers.ts";
import { bearer, callAs, newEmail, newPerson, type TestPerson } from "../../harness/people.ts";
import { created, idOf, published, settled } from "../../harness/tournament.ts";

/** A game of somebody's with a test environment in which something of everything has happened. */
export interface FilledGame {
  /** Of the game, by which its pages go. */
  id: string;
  tournaments: Record<"pending" | "published" | "completed" | "cancelled", string>;
  gamer: string;
  /** The ledger's account of the game itself. */
  account: string;
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

/** Signs somebody up without a browser. */
export async function newCaller(who?: { email: string; name: string }): Promise<Caller> {
  const person = await newPerson(inject("baseUrl"), who);
  return {
    person,
    async ask(method, path, body = {}, environment) {
      const headers = { ...bearer(person), ...(environment && { "x-game-id": environment }) };
      const sent = method === "GET" ? undefined : body;
      const answer = await callAs(inject("baseUrl"), [method, path], sent, headers);
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
  await joined(api, running, ...GAMERS);
  await api.patch(`${running}/eliminate`, { gamers: GAMERS.slice(3) });
  const startTime = new Date(Date.now() + HOUR_MS).toISOString();
  const pending = await created(api, { name: "Friday Open", startTime }, 2 * HOUR_MS);
  await settled(api, completed);
  const { id: testId } = game.environments.test;
  const { accounts } = await caller.ask("GET", "/ledger/accounts?type=game", undefined, testId);
  return {
    account: accounts[0]?.id ?? "",
    id: game.id,
    gamer: ADA,
    tournaments: {
      pending: idOf(pending),
      published: idOf(running),
      completed: idOf(completed),
      cancelled: idOf(cancelled),
    },
  };
}

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
