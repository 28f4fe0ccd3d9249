import { startReceiver } from "../harness/receiver.ts";
import { until } from "@tms/stack/until";
import { inject } from "vitest";
import { apiOf, type Api } from "../harness/api.ts";
import type { Body, GameBody } from "../harness/bodies.ts";
import { joined } from "../harness/gamers.ts";
import { bearer, callAs, newEmail, newPerson, type TestPerson } from "../harness/people.ts";
import { created, idOf, published, settled } from "../harness/tournament.ts";

/** Sends a request as a person. Throws if it is refused. */
export type Ask = (
  method: "GET" | "POST" | "PATCH",
  path: string,
  body?: unknown,
  environment?: string,
) => Promise<Body>;

/** A person with an account. */
export interface Caller {
  baseUrl: string;
  person: TestPerson;
  ask: Ask;
}

/** Signs a person up without a browser. */
export async function newCaller(
  who: { name?: string } = {},
  baseUrl = inject("baseUrl"),
): Promise<Caller> {
  const person = await newPerson(baseUrl, who);
  return {
    baseUrl,
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

/** Creates an empty game. */
export async function createGame({ ask }: Caller, name: string): Promise<GameBody> {
  const { game } = await ask("POST", "/game/create", { name, platformFeePercent: 5 });
  return game;
}

/** Creates an API key of an environment. Returns the API as the key calls it. */
export async function withKey({ ask, baseUrl }: Caller, gameId: string): Promise<Api> {
  const { secret } = await ask("POST", "/key/create", { name: "Match server" }, gameId);
  return apiOf(baseUrl, { gameId, apiKey: secret ?? "" });
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

/** Creates a game with something of everything in its test environment. Returns ids by their name. */
export async function fillGame(caller: Caller) {
  const { ask } = caller;
  const game = await createGame(caller, "Star Racer: Northern Championship");
  const environment = game.environments.test.id;
  const api = await withKeys(caller, environment);
  const endpoints = await addEndpoints(ask, environment);
  await ask("POST", `/game/${game.id}/members/invite`, { email: newEmail(), role: "viewer" });
  await api.post(`/wallet/${ADA}/deposit`, { amount: 120 });
  const prizes = { name: "Winter final", entryFee: 2.5, prizeSplit: [60, 30, 10] };
  const completed = await published(api, prizes);
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
  const change = { entryFee: 5, scoring: { operator: "sum", counted: 5 } };
  await ask("PATCH", `${pending}/update`, change, environment);
  await settled(api, completed);
  await findEvent(api, "tournament.completed");
  const accounts = await ask("GET", "/ledger/accounts?type=game", undefined, environment);
  return {
    game: game.id,
    environment,
    pending: idOf(pending),
    published: idOf(running),
    scored: idOf(scored),
    completed: idOf(completed),
    cancelled: idOf(cancelled),
    gamer: ADA,
    /** The ledger's account of the game itself. */
    account: accounts.accounts[0]?.id ?? "",
    /** An event that a person caused. */
    event: await findEvent(api, "tournament.updated"),
    ...endpoints,
    /** An event that `endpoint` refused. */
    failed: await findFailed(ask, endpoints.endpoint, environment),
  };
}

/**
 * Creates a tournament in which all gamers but one have scored, and one is eliminated. Of two more
 * scores, one is held for review and one is void.
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

/** Waits for an event of a type. Returns its id. */
const findEvent = (api: Api, type: string): Promise<string> =>
  until(async () => (await api.get(`/event?types=${type}`)).body.events[0]?.id, {
    timeoutMs: 60_000,
    everyMs: 100,
    what: `${type} in the log`,
  });

/** Creates a key of each kind. Returns the API as a valid key calls it. */
async function withKeys(caller: Caller, gameId: string): Promise<Api> {
  const { ask } = caller;
  const api = await withKey(caller, gameId);
  const limited = { name: "Reports", scopes: ["read"], ipRanges: ["203.0.113.0/24"] };
  await ask("POST", "/key/create", limited, gameId);
  const rolled = await ask("POST", "/key/create", { name: "Build machine" }, gameId);
  await ask("POST", `/key/${rolled.key.id}/roll`, { graceSeconds: 3_600 }, gameId);
  const old = await ask("POST", "/key/create", { name: "Of last year" }, gameId);
  await ask("PATCH", `/key/${old.key.id}/revoke`, {}, gameId);
  return api;
}

/** Creates an endpoint that fails, and one that is paused. */
async function addEndpoints(ask: Ask, environment: string) {
  const refusal = JSON.stringify({ error: "The leaderboard's database does not answer." });
  const receiver = await startReceiver(500, refusal);
  const add = async (url: string, description: string, events: string[]) =>
    (await ask("POST", "/webhook/create", { url, description, events }, environment)).endpoint.id;
  const paused = await add(
    "https://hooks.example.com/a/path/that/is/as/long/as/they/get/in/real/life/v2/tournaments",
    "",
    ["tournament.*", "payout.paid"],
  );
  await ask("PATCH", `/webhook/${paused}/update`, { enabled: false }, environment);
  return { paused, endpoint: await add(receiver.url, "Feeds the leaderboard", ["*"]) };
}

/** Waits for a failed delivery. Returns the id of its event. */
const findFailed = (ask: Ask, endpoint: string, environment: string): Promise<string> =>
  until(
    async () => {
      const path = `/webhook/${endpoint}/deliveries?state=retrying`;
      return (await ask("GET", path, undefined, environment)).deliveries[0]?.event.id;
    },
    { timeoutMs: 60_000, everyMs: 100, what: "a failed delivery" },
  );
