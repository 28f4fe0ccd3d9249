import { derivedId, newId } from "@tms/kit/values/ids";
import { Role } from "@tms/proto/tms/game/v1/member";
import { AccountType } from "@tms/proto/tms/wallet/v1/wallet";
import { until } from "@tms/stack/until";
import { whenServed, type Api } from "./harness/api.ts";
import { gameIn, gamesAt, testEnvironmentOf, type Place } from "./harness/game.ts";
import { joined } from "./harness/gamers.ts";
import {
  bearer,
  callAs,
  codeFor,
  fromElsewhere,
  joinTeam,
  newPerson,
  resetTokenFor,
  sessionOf,
  signIn,
  signUp,
  type TestPerson,
} from "./harness/people.ts";
import { callerAs, gameOf, invited, newMember } from "./harness/team.ts";
import { created, published, settled } from "./harness/tournament.ts";

/** What the operations of `operations.ts` act on. Each member is for one operation. */
export interface Fixture {
  api: Api;
  /** A second key of the game. The gateway does not know it yet. */
  newKey: string;
  /** A key of the game's test environment. The gateway knows it. */
  testKey: string;
  testGameId: string;
  /** A deposit that was answered, as it was sent. */
  answered: { key: string; gamer: string; amount: number; requestId: string };
  eventId: string;
  /** Paths of endpoints where nothing listens, and of a delivery to the first. */
  webhook: { path: string; toRemove: string; delivery: string };
  people: Awaited<ReturnType<typeof makePeople>>;
  /** Paths of tournaments. */
  paths: Awaited<ReturnType<typeof makeTournaments>>;
  /** An attempt of the tournament `toReview`. */
  scoreId: string;
  /** The gamer `rich`, their account, and a transfer into it. */
  rich: { gamerId: string; accountId: string; transferId: string };
}

/** Creates a game and everything that the operations act on. All parts must work. */
export async function makeFixture(place: Place): Promise<Fixture> {
  const api = await gameIn(place);
  const { secret } = await gamesAt(place).issueApiKey({ requestId: newId(), gameId: api.gameId });
  const testing = await testEnvironmentOf(place, api.gameId);
  await testing.get("/clock");
  const deposit = { key: newId(), gamer: "rich", amount: 10 };
  const headers = { "idempotency-key": deposit.key };
  const { status } = await api.post(`/wallet/rich/deposit`, { amount: 10 }, { headers });
  if (status !== 201) throw new Error(`the deposit was answered with ${status}`);
  const paths = await makeTournaments(api);
  const recorded = await api.post(`${paths.toReview}/score`, { gamer: "ada", score: 1 });
  // The request log keeps a sample of the requests of one second.
  const requestId = await waitFor("a request in the log", async () => {
    await api.get("/account");
    return (await api.get("/request")).body.requests[0]?.requestId;
  });
  const { events } = await waitFor("an event in the log", async () => {
    const { body } = await api.get("/event");
    return body.events.length > 0 ? body : undefined;
  });
  return {
    api,
    newKey: secret,
    testKey: testing.apiKey,
    testGameId: testing.gameId,
    answered: { ...deposit, requestId },
    eventId: events[0]?.id ?? "",
    webhook: await makeWebhooks(api),
    people: await makePeople(place, api.gameId),
    paths,
    scoreId: recorded.body.score.id,
    rich: await findRich(api),
  };
}

async function findRich(api: Api): Promise<Fixture["rich"]> {
  const { gamer } = (await api.get("/gamer/rich")).body;
  const { transactions } = (await api.get("/wallet/rich/transactions")).body;
  const accountId = derivedId("account", api.gameId, String(AccountType.GAMER), gamer.id, "USD");
  return { gamerId: gamer.id, accountId, transferId: transactions[0]?.id ?? "" };
}

/** Returns the fixture with other ids: of the same form, but of nothing that exists. */
export function withNewIds({ api, ...rest }: Fixture): Fixture {
  const ids = new Map<string, string>();
  const text = JSON.stringify({ ...rest, gameId: api.gameId }).replaceAll(
    /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g,
    (id) => ids.get(id) ?? ids.set(id, newId()).get(id) ?? "",
  );
  const { gameId, ...changed } = JSON.parse(text) as Omit<Fixture, "api"> & { gameId: string };
  return { ...changed, api: { ...api, gameId } };
}

/** Returns everything that a game's own key can read and that no background work changes. */
export async function everythingOf({ api, paths, webhook }: Fixture): Promise<unknown[]> {
  const lists = ["", "/entries", "/settlement", "/scores", "/leaderboard"];
  const answers = [
    "/account",
    "/account/transactions",
    "/gamer",
    "/wallet/rich",
    ...Object.values(paths).flatMap((path) => lists.map((list) => path + list)),
  ].map(async (path) => (await whenServed(() => api.get(path))).body);
  const { url, description, enabled, events } = (await api.get(webhook.path)).body.endpoint;
  const bodies = (await Promise.all(answers)).map((body) => ({ ...body, requestId: null }));
  return [...bodies, { url, description, enabled, events }];
}

const waitFor = <T>(what: string, condition: () => Promise<T | undefined>) =>
  until(condition, { timeoutMs: 60_000, everyMs: 100, what });

/** Waits for all values of a record. */
async function allOf<T extends Record<string, unknown>>(record: T) {
  const entries = Object.entries(record).map(async ([name, value]) => [name, await value] as const);
  return Object.fromEntries(await Promise.all(entries)) as { [K in keyof T]: Awaited<T[K]> };
}

/** Makes all values of a record one after another: each sign-up uses a processor for a while. */
async function inTurn<T extends Record<string, () => Promise<unknown>>>(record: T) {
  const made: Record<string, unknown> = {};
  for (const [name, make] of Object.entries(record)) made[name] = await make();
  return made as { [K in keyof T]: Awaited<ReturnType<T[K]>> };
}

async function makeWebhooks(api: Api): Promise<Fixture["webhook"]> {
  const create = async () => {
    const { body } = await api.post("/webhook/create", { url: "http://127.0.0.1:9/" });
    return `/webhook/${body.endpoint.id}`;
  };
  const [path, toRemove] = [await create(), await create()];
  const delivered = await waitFor(
    "a delivery",
    async () => (await api.get(`${path}/deliveries`)).body.deliveries[0]?.event.id,
  );
  return { path, toRemove, delivery: `${path}/deliveries/${delivered}` };
}

async function makeTournaments(api: Api) {
  const entered = async (gamers: readonly string[], more: Record<string, unknown> = {}) => {
    const path = await published(api, { entryFee: 1, ...more });
    await joined(api, path, ...gamers);
    return path;
  };
  const two = ["ada", "bob"];
  const free = { entryFee: 0 };
  const scoring = { scoring: {} };
  // Terms can be changed only before the start.
  const startTime = new Date(Date.now() + 1_800_000).toISOString();
  const paths = await allOf({
    pending: created(api),
    toUpdate: created(api, { startTime }),
    toPublish: created(api),
    toCancelPending: created(api),
    untouched: published(api, { entryFee: 1 }),
    toJoin: entered(["ada"]),
    toJoinFree: entered(["ada"], free),
    toJoinFirst: published(api, { entryFee: 1 }),
    toJoinFirstFree: published(api, free),
    toEliminate: entered(two),
    toDisqualify: entered(two),
    toReinstate: entered(two),
    toReview: entered(["ada"], scoring),
    toScore: entered(["ada"], scoring),
    toScoreFirst: published(api, scoring),
    toCancel: entered(two),
    toCancelFree: entered(["ada"], free),
    toComplete: entered(two),
    toCompleteFree: entered(["ada"], free),
    toRank: entered(two),
    cancelled: entered(["ada"]),
  });
  await api.patch(`${paths.toReinstate}/disqualify`, { gamer: "ada", reason: "a drill" });
  await api.patch(`${paths.cancelled}/cancel`);
  await settled(api, paths.cancelled);
  return paths;
}

async function makePeople(place: Place, gameId: string) {
  const { gatewayUrl } = place;
  const { ada, toReset, toVerify, approver, revoker } = await inTurn({
    ada: () => newPerson(gatewayUrl),
    toReset: () => newPerson(gatewayUrl),
    toVerify: () => signUp(gatewayUrl),
    approver: () => newPerson(gatewayUrl),
    // Ending a session also ends the device codes that it approved, so a person of their own.
    revoker: () => newPerson(gatewayUrl),
  });
  await joinTeam(place, gameId, { userId: ada.id, role: Role.OWNER });
  const post = async (path: string, body: unknown, headers = {}) => {
    const all = { ...fromElsewhere(), ...headers };
    const { status, body: answer } = await callAs(gatewayUrl, ["POST", path], body, all);
    if (status >= 300) throw new Error(`${path} was answered with ${status} ${answer.code}`);
    return answer;
  };
  await post("/auth/password/forgot", { email: toReset.email });
  const [toApprove, approved] = [await post("/auth/device", {}), await post("/auth/device", {})];
  await post("/auth/device/approve", { userCode: approved.userCode }, bearer(approver));
  const unseen = await signIn(gatewayUrl, ada);
  return {
    /** Headers of the address that they call from. */
    from: fromElsewhere(),
    id: ada.id,
    email: ada.email,
    /** A session that the gateway has not seen. */
    unseen,
    sessionId: sessionOf(unseen),
    ...(await inTurn({
      toRefresh: () => signIn(gatewayUrl, ada),
      toSignOut: () => signIn(gatewayUrl, ada),
      toRevoke: async () => sessionOf(await signIn(gatewayUrl, revoker)),
      toVerify: async () => ({ email: toVerify, code: await codeFor(gatewayUrl, toVerify) }),
      resetToken: () => resetTokenFor(gatewayUrl, toReset.email),
      team: () => makeTeam(place, ada),
    })),
    revoker: bearer(revoker),
    userCode: toApprove.userCode,
    deviceCode: approved.deviceCode,
  };
}

/** Creates games, members, invitations and keys of a person. */
async function makeTeam({ gatewayUrl }: Place, person: TestPerson) {
  const owner = callerAs(gatewayUrl, person);
  const { game, toRename, toReset } = await allOf({
    game: gameOf(owner),
    toRename: gameOf(owner),
    toReset: gameOf(owner),
  });
  const environment = game.environments.live.id;
  const newKey = async (name: string) =>
    (await owner.in(environment)("POST", "/key/create", { name })).body.key.id;
  const made = await inTurn({
    toChange: () => newMember(gatewayUrl, owner, game, "viewer"),
    toRemove: () => newMember(gatewayUrl, owner, game, "viewer"),
    toWithdraw: () => invited(gatewayUrl, owner, game, "viewer"),
    toAccept: () => invited(gatewayUrl, owner, toRename, "viewer"),
  });
  return {
    path: `/game/${game.id}`,
    environment,
    toRename: `/game/${toRename.id}`,
    toReset: { path: `/game/${toReset.id}`, name: toReset.name },
    toChange: made.toChange.id,
    toRemove: made.toRemove.id,
    toWithdraw: made.toWithdraw.id,
    token: made.toAccept.token,
    keys: await allOf({ toUpdate: newKey("a"), toRoll: newKey("b"), toRevoke: newKey("c") }),
  };
}
