import { SERVICES } from "@tms/cli/services";
import { derivedId } from "@tms/kit/values/ids";
import { AccountType } from "@tms/proto/tms/wallet/v1/wallet";
import type { Fixture } from "./fixture.ts";
import { bearer, fromElsewhere, newEmail, PASSWORD } from "./harness/people.ts";
import { tournamentBody } from "./harness/tournament.ts";

/** The parts of a system besides its gateway. Each of them can fail. */
export const PARTS = ["postgres", "redis", ...SERVICES] as const;
export type Part = (typeof PARTS)[number];

/** A request as it is sent. */
export interface Request {
  method: "GET" | "POST" | "PATCH";
  path: string;
  body?: unknown;
  /** The Idempotency-Key, if the request is a repeat. */
  key?: string;
  /** The credentials, if they are not the key of the fixture's game. */
  auth?: Record<string, string>;
}

/** An operation of the public API in one situation. */
export interface Operation {
  /** The operationId. */
  id: string;
  /** The situation, if it makes a difference. */
  when?: string;
  /** Parts without which the operation answers 503. */
  needs: readonly Part[];
  /** The operation must not be repeated once it was answered, because a repeat looks like a theft. */
  once?: boolean;
  /** Returns the request. Two requests of one fixture with different names do not interfere. */
  request(fixture: Fixture, name: string): Request;
}

const get = (path: string): Request => ({ method: "GET", path });
const post = (path: string, body: unknown = {}): Request => ({ method: "POST", path, body });
const patch = (path: string, body?: unknown): Request => ({ method: "PATCH", path, body });

/** A person sends the request. The gateway does not know their session yet. */
const by = ({ people }: Fixture, request: Request): Request => ({
  ...request,
  auth: { ...people.from, ...bearer(people.unseen) },
});
/** A person sends the request in the fixture's environment. The gateway does not know their role yet. */
const byInGame = (fixture: Fixture, request: Request, gameId = fixture.api.gameId): Request => {
  const { auth, ...rest } = by(fixture, request);
  return { ...rest, auth: { ...auth, "x-game-id": gameId } };
};
/** A person sends the request in the environment whose keys they manage. */
const byInTeam = (fixture: Fixture, request: Request) =>
  byInGame(fixture, request, fixture.people.team.environment);
/** The request needs no credential. */
const open = ({ people }: Fixture, path: string, body: unknown): Request => ({
  ...post(path, body),
  auth: people.from,
});
/** The request needs no credential, and one address may send only few of them. */
const limited = (path: string, body: unknown): Request => ({
  ...post(path, body),
  auth: fromElsewhere(),
});
/** The account from which the fixture's game pays fees. */
const accountOf = ({ api: { gameId } }: Fixture): string =>
  derivedId("account", gameId, String(AccountType.GAME), gameId, "USD");

const TOURNAMENT: readonly Part[] = ["postgres", "tournament"];
const ENTRY: readonly Part[] = ["postgres", "entry"];
const WALLET: readonly Part[] = ["postgres", "wallet"];
const EVENTS: readonly Part[] = ["postgres", "events"];
const IDENTITY: readonly Part[] = ["postgres", "identity"];
/** A person's session and role, which the gateway has to ask for. */
const TEAM: readonly Part[] = ["postgres", "identity", "game"];

type Options = Pick<Operation, "when" | "once">;

const PENDING = { when: "of a pending tournament" };
const PUBLISHED = { when: "of a published tournament" };
const FREE = { when: "of a published tournament without a fee" };
const CANCELLED = { when: "of a cancelled tournament" };
const NEW_KEY = { when: "with an API key used for the first time" };
const REPEATED = { when: "with a used `Idempotency-Key`" };
type RequestOf = Operation["request"];
function op(
  id: string,
  needs: readonly Part[],
  ...rest: [RequestOf] | [Options, RequestOf]
): Operation {
  const [options, request] = rest.length === 1 ? [{}, rest[0]] : rest;
  return { id, needs, ...options, request };
}

const REASON = { reason: "a drill" };

const TOURNAMENTS: readonly Operation[] = [
  op("createTournament", [...TOURNAMENT, "game"], ({ api }) =>
    post("/tournament/create", tournamentBody(api)),
  ),
  op("updateTournament", TOURNAMENT, ({ paths }) =>
    patch(`${paths.toUpdate}/update`, { name: "Renamed" }),
  ),
  op("setTournamentMetadata", TOURNAMENT, PUBLISHED, ({ paths }, name) =>
    patch(`${paths.toJoin}/metadata`, { metadata: { name } }),
  ),
  op("setTournamentMetadata", [...TOURNAMENT, "wallet"], CANCELLED, ({ paths }, name) =>
    patch(`${paths.cancelled}/metadata`, { metadata: { name } }),
  ),
  op("publishTournament", TOURNAMENT, ({ paths }) => patch(`${paths.toPublish}/publish`)),
  op("cancelTournament", TOURNAMENT, PENDING, ({ paths }) =>
    patch(`${paths.toCancelPending}/cancel`),
  ),
  op("cancelTournament", TOURNAMENT, PUBLISHED, ({ paths }) => patch(`${paths.toCancel}/cancel`)),
  op("cancelTournament", TOURNAMENT, FREE, ({ paths }) => patch(`${paths.toCancelFree}/cancel`)),
  op("completeTournament", TOURNAMENT, { when: "without a fee" }, ({ paths }) =>
    patch(`${paths.toCompleteFree}/complete`),
  ),
  op("completeTournament", TOURNAMENT, ({ paths }) => patch(`${paths.toComplete}/complete`)),
  op("completeTournament", [...TOURNAMENT, "entry"], { when: "with ranks" }, ({ paths }) =>
    patch(`${paths.toRank}/complete`, { ranks: [{ gamer: "ada", rank: 1 }] }),
  ),
  op("getTournament", TOURNAMENT, PENDING, ({ paths }) => get(paths.pending)),
  op("getTournament", TOURNAMENT, PUBLISHED, ({ paths }) => get(paths.toJoin)),
  op("getTournament", TOURNAMENT, FREE, ({ paths }) => get(paths.toJoinFree)),
  op("getTournament", [...TOURNAMENT, "wallet"], CANCELLED, ({ paths }) => get(paths.cancelled)),
  op("listTournaments", TOURNAMENT, { when: "with pending tournaments" }, () =>
    get("/tournament?status=pending"),
  ),
  op("listTournaments", TOURNAMENT, { when: "with published tournaments" }, () =>
    get("/tournament?status=published"),
  ),
  op("listTournaments", [...TOURNAMENT, "wallet"], { when: "with cancelled tournaments" }, () =>
    get("/tournament?status=cancelled"),
  ),
  op("getStatement", [...TOURNAMENT, "wallet"], ({ paths }) => get(`${paths.toJoin}/statement`)),
  op("getSettlement", ["postgres", "settlement"], ({ paths }) => get(`${paths.toJoin}/settlement`)),
  op("getSettlement", ["postgres", "settlement", "wallet"], { when: "with payouts" }, ({ paths }) =>
    get(`${paths.cancelled}/settlement`),
  ),
  op("previewSettlement", ["postgres", "tournament", "entry", "settlement"], ({ paths }) =>
    get(`${paths.toJoin}/settlement/preview`),
  ),
];

const ENTRIES: readonly Operation[] = [
  op("joinTournament", [...ENTRY, "wallet"], { when: "with a fee" }, ({ paths }, name) =>
    post(`${paths.toJoin}/join`, { gamer: name }),
  ),
  op("joinTournament", ENTRY, { when: "without a fee" }, ({ paths }, name) =>
    post(`${paths.toJoinFree}/join`, { gamer: name }),
  ),
  op(
    "joinTournament",
    [...ENTRY, "tournament", "wallet"],
    { when: "as the first join, with a fee" },
    ({ paths }, name) => post(`${paths.toJoinFirst}/join`, { gamer: name }),
  ),
  op(
    "joinTournament",
    [...ENTRY, "tournament"],
    { when: "as the first join, without a fee" },
    ({ paths }, name) => post(`${paths.toJoinFirstFree}/join`, { gamer: name }),
  ),
  op("joinGamers", [...ENTRY, "wallet"], { when: "with a fee" }, ({ paths }, name) =>
    post(`${paths.toJoin}/joins`, { gamers: [`${name} one`, { gamer: `${name} two` }] }),
  ),
  op("joinGamers", ENTRY, { when: "without a fee" }, ({ paths }, name) =>
    post(`${paths.toJoinFree}/joins`, { gamers: [`${name} three`] }),
  ),
  op("eliminateGamers", ENTRY, ({ paths }) =>
    patch(`${paths.toEliminate}/eliminate`, { gamer: "ada" }),
  ),
  op("disqualifyGamers", ENTRY, ({ paths }) =>
    patch(`${paths.toDisqualify}/disqualify`, { gamer: "ada", ...REASON }),
  ),
  op("reinstateGamers", ENTRY, ({ paths }) =>
    patch(`${paths.toReinstate}/reinstate`, { gamer: "ada", ...REASON }),
  ),
  op("listEntries", ENTRY, ({ paths }) => get(`${paths.toJoin}/entries`)),
  op("listEntries", [...ENTRY, "tournament"], { when: "before the first join" }, ({ paths }) =>
    get(`${paths.untouched}/entries`),
  ),
  op("getEntry", ENTRY, ({ paths }) => get(`${paths.toScore}/entry/ada`)),
  op("getTimeline", ENTRY, ({ paths }) => get(`${paths.toJoin}/timeline`)),
  op("getTimeline", [...ENTRY, "tournament"], { when: "before the first join" }, ({ paths }) =>
    get(`${paths.untouched}/timeline`),
  ),
  op("submitScore", ENTRY, ({ paths }, name) =>
    post(`${paths.toScore}/score`, { gamer: "ada", score: 1, attempt: name }),
  ),
  op("submitScores", ENTRY, ({ paths }, name) =>
    post(`${paths.toScore}/scores`, { scores: [{ gamer: "ada", score: 1, attempt: name }] }),
  ),
  op("reviewScores", ENTRY, ({ paths, scoreId }) =>
    patch(`${paths.toReview}/review`, { scores: [scoreId], decision: "void", ...REASON }),
  ),
  op("listScores", ENTRY, ({ paths }) => get(`${paths.toReview}/scores`)),
  op("listScores", [...ENTRY, "tournament"], { when: "before the first join" }, ({ paths }) =>
    get(`${paths.toScoreFirst}/scores`),
  ),
  op("getLeaderboard", ENTRY, ({ paths }) => get(`${paths.toScore}/leaderboard`)),
  op("getLeaderboard", [...ENTRY, "tournament"], { when: "before the first join" }, ({ paths }) =>
    get(`${paths.toScoreFirst}/leaderboard`),
  ),
  op("getStandings", ENTRY, ({ paths }) =>
    post(`${paths.toScore}/leaderboard`, { gamers: ["ada"] }),
  ),
];

const GAMERS: readonly Operation[] = [
  op("createGamer", ENTRY, (_, name) => post("/gamer/create", { handle: `new ${name}` })),
  op("getGamer", ENTRY, () => get("/gamer/rich")),
  op("getGamer", [...ENTRY, "game"], NEW_KEY, ({ newKey }) => ({
    ...get("/gamer/rich"),
    auth: { "x-api-key": newKey },
  })),
  op("updateGamer", ENTRY, (_, name) => patch("/gamer/rich/update", { metadata: { name } })),
  op("listGamerEntries", ENTRY, () => get("/gamer/rich/entries?open=true")),
  op("listGamers", ENTRY, () => get("/gamer?handle=ri")),
];

const MONEY: readonly Operation[] = [
  op("deposit", [...ENTRY, "wallet"], (_, name) => post(`/wallet/${name}/deposit`, { amount: 3 })),
  op("deposit", [], REPEATED, ({ answered: { key, gamer, amount } }) => ({
    ...post(`/wallet/${gamer}/deposit`, { amount }),
    key,
  })),
  op("withdraw", [...ENTRY, "wallet"], () => post("/wallet/rich/withdraw", { amount: 4 })),
  op("getWallet", [...ENTRY, "wallet"], () => get("/wallet/rich")),
  op("listWalletTransactions", [...ENTRY, "wallet"], () => get("/wallet/rich/transactions")),
  op("getGameAccount", WALLET, () => get("/account")),
  op("listGameTransactions", WALLET, () => get("/account/transactions")),
  op("getLedger", [...TEAM, "wallet"], (fixture) => byInGame(fixture, get("/ledger"))),
  op("listLedgerAccounts", [...TEAM, "wallet"], (fixture) =>
    byInGame(fixture, get("/ledger/accounts")),
  ),
  op("listLedgerTransactions", [...TEAM, "wallet"], (fixture) =>
    byInGame(fixture, get(`/ledger/accounts/${accountOf(fixture)}/transactions`)),
  ),
];

/** The request log works without Redis: each replica then shows what it answered itself. */
const REQUESTS: readonly Operation[] = [
  op("listRequests", [], () => get("/request")),
  op("getRequest", [], ({ answered }) => get(`/request/${answered.requestId}`)),
];

const LOG: readonly Operation[] = [
  op("listEvents", EVENTS, () => get("/event")),
  op("streamEvents", EVENTS, () => get("/event/stream?after=0")),
  op("getEvent", EVENTS, ({ eventId }) => get(`/event/${eventId}`)),
  op("createWebhook", [...EVENTS, "game"], () =>
    post("/webhook/create", { url: "http://127.0.0.1:9/" }),
  ),
  op("listWebhooks", EVENTS, () => get("/webhook")),
  op("getWebhook", EVENTS, ({ webhook }) => get(webhook.path)),
  op("updateWebhook", [...EVENTS, "game"], ({ webhook }, name) =>
    patch(`${webhook.path}/update`, { description: name }),
  ),
  op("removeWebhook", [...EVENTS, "game"], ({ webhook }) => patch(`${webhook.toRemove}/remove`)),
  op("revealWebhookSecret", [...TEAM, "events"], (fixture) =>
    byInGame(fixture, get(`${fixture.webhook.path}/secret`)),
  ),
  op("rollWebhookSecret", [...TEAM, "events"], (fixture) =>
    byInGame(fixture, post(`${fixture.webhook.path}/roll`)),
  ),
  op("testWebhook", EVENTS, ({ webhook }) => post(`${webhook.path}/test`)),
  op("listDeliveries", EVENTS, ({ webhook }) => get(`${webhook.path}/deliveries`)),
  op("getDelivery", EVENTS, ({ webhook }) => get(webhook.delivery)),
  op("listEventDeliveries", EVENTS, ({ eventId }) => get(`/event/${eventId}/deliveries`)),
  op("retryDelivery", EVENTS, ({ webhook }) => post(`${webhook.delivery}/retry`)),
  // No delivery has failed for good, so two replays do not interfere.
  op("replayWebhook", EVENTS, ({ webhook }) =>
    post(`${webhook.path}/replay`, { afterSequence: 0, onlyFailed: true }),
  ),
  op("getClock", ["postgres", "game"], () => get("/clock")),
  op("advanceClock", ["postgres", "game"], ({ testKey }) => ({
    ...patch("/clock/advance", { bySeconds: 60 }),
    auth: { "x-api-key": testKey },
  })),
];

const PEOPLE: readonly Operation[] = [
  op("signUp", IDENTITY, () =>
    limited("/auth/sign-up", { name: "Eve", email: newEmail(), password: PASSWORD }),
  ),
  op("verifyEmail", IDENTITY, (fixture) => open(fixture, "/auth/verify", fixture.people.toVerify)),
  op("signIn", IDENTITY, (fixture) =>
    open(fixture, "/auth/sign-in", { email: fixture.people.email, password: PASSWORD }),
  ),
  op("refreshSession", IDENTITY, { once: true }, (fixture) =>
    open(fixture, "/auth/refresh", { refreshToken: fixture.people.toRefresh.refreshToken }),
  ),
  op("signOut", IDENTITY, (fixture) =>
    open(fixture, "/auth/sign-out", { refreshToken: fixture.people.toSignOut.refreshToken }),
  ),
  op("forgotPassword", IDENTITY, () => limited("/auth/password/forgot", { email: newEmail() })),
  op("resetPassword", IDENTITY, (fixture) =>
    open(fixture, "/auth/password/reset", {
      token: fixture.people.resetToken,
      password: PASSWORD,
    }),
  ),
  op("startDeviceCode", IDENTITY, () => limited("/auth/device", {})),
  op("exchangeDeviceCode", IDENTITY, { once: true }, (fixture) =>
    open(fixture, "/auth/token", { deviceCode: fixture.people.deviceCode }),
  ),
  op("approveDeviceCode", IDENTITY, (fixture) =>
    by(fixture, post("/auth/device/approve", { userCode: fixture.people.userCode })),
  ),
  op("listSigningKeys", IDENTITY, () => ({ ...get("/.well-known/jwks.json"), auth: {} })),
  op("getUser", IDENTITY, (fixture) => by(fixture, get("/user"))),
  op("updateUser", IDENTITY, (fixture, name) => by(fixture, patch("/user/update", { name }))),
  op("listSessions", IDENTITY, (fixture) => by(fixture, get("/user/sessions"))),
  op("listTournaments", [...TEAM, "tournament"], { when: "by a person" }, (fixture) =>
    byInGame(fixture, get("/tournament?status=pending")),
  ),
  op("getGamer", [...TEAM, "entry"], { when: "by a person" }, (fixture) =>
    byInGame(fixture, get("/gamer/rich")),
  ),
  op(
    "listEntries",
    [...TEAM, "tournament", "entry"],
    { when: "by a person who does not name the game" },
    (fixture) => by(fixture, get(`${fixture.paths.toJoin}/entries`)),
  ),
  op("revokeSession", IDENTITY, ({ people }) => ({
    ...patch(`/user/sessions/${people.toRevoke}/revoke`),
    auth: people.revoker,
  })),
];

const TEAMS: readonly Operation[] = [
  op("createGame", [...TEAM, "wallet"], (fixture, name) =>
    by(fixture, post("/game/create", { name })),
  ),
  op("listGames", TEAM, (fixture) => by(fixture, get("/game"))),
  op("getGame", TEAM, (fixture) => by(fixture, get(fixture.people.team.path))),
  op("updateGame", TEAM, (fixture, name) =>
    by(fixture, patch(`${fixture.people.team.toRename}/update`, { name })),
  ),
  op("resetTestGame", [...TEAM, "wallet"], (fixture) => {
    const { path, name } = fixture.people.team.toReset;
    return by(fixture, post(`${path}/test/reset`, { name }));
  }),
  op("acceptInvitation", TEAM, (fixture) =>
    by(fixture, post("/invitation/accept", { token: fixture.people.team.token })),
  ),
  op("listMembers", TEAM, (fixture) => by(fixture, get(`${fixture.people.team.path}/members`))),
  op("inviteMember", TEAM, (fixture) => {
    const body = { email: newEmail(), role: "viewer" };
    const request = by(fixture, post(`${fixture.people.team.path}/members/invite`, body));
    // One address may send only few invitations.
    return { ...request, auth: { ...request.auth, ...fromElsewhere() } };
  }),
  op("updateMember", TEAM, (fixture) => {
    const { path, toChange } = fixture.people.team;
    return by(fixture, patch(`${path}/members/${toChange}/update`, { role: "developer" }));
  }),
  op("removeMember", TEAM, (fixture) => {
    const { path, toRemove } = fixture.people.team;
    return by(fixture, patch(`${path}/members/${toRemove}/remove`));
  }),
  op("withdrawInvitation", TEAM, (fixture) => {
    const { path, toWithdraw } = fixture.people.team;
    return by(fixture, patch(`${path}/invitations/${toWithdraw}/withdraw`));
  }),
  op("createKey", TEAM, (fixture, name) => byInTeam(fixture, post("/key/create", { name }))),
  op("listKeys", TEAM, (fixture) => byInTeam(fixture, get("/key"))),
  op("updateKey", TEAM, (fixture) =>
    byInTeam(fixture, patch(`/key/${fixture.people.team.keys.toUpdate}/update`, { name: "other" })),
  ),
  op("rollKey", TEAM, (fixture) =>
    byInTeam(
      fixture,
      post(`/key/${fixture.people.team.keys.toRoll}/roll`, { graceSeconds: 3_600 }),
    ),
  ),
  op("revokeKey", TEAM, (fixture) =>
    byInTeam(fixture, patch(`/key/${fixture.people.team.keys.toRevoke}/revoke`)),
  ),
];

/** Every operation of the public API. Tests of promises that hold for all of them loop over it. */
export const OPERATIONS: readonly Operation[] = [
  ...TOURNAMENTS,
  ...ENTRIES,
  ...GAMERS,
  ...MONEY,
  ...REQUESTS,
  ...LOG,
  ...PEOPLE,
  ...TEAMS,
];

/** Returns the name of an operation and its situation. */
export const nameOf = ({ id, when }: Operation): string =>
  when === undefined ? id : `${id}, ${when}`;
