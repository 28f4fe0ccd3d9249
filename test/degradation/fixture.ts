import { connectTo } from "@tms/kit/rpc/client";
import { newId } from "@tms/kit/values/ids";
import { GameService } from "@tms/proto/tms/game/v1/game";
import type { TestSystem } from "../harness/system.ts";
import type { Api } from "../harness/api.ts";
import { until } from "@tms/stack/until";
import { gameIn, testEnvironmentOf } from "../harness/game.ts";
import { created, published, settled } from "../harness/tournament.ts";
import { joined } from "../harness/gamers.ts";
import { makePeople } from "./people-fixture.ts";

/** Everything the operations are tried on, made while nothing was missing. */
export interface Fixture {
  api: Api;
  /** A second key of the game, which the gateway has not met. */
  newKey: string;
  /** A key of the game's test environment, which the gateway knows. */
  testKey: string;
  /** A deposit that was answered, as it was sent. */
  answered: { key: string; gamer: string; amount: number; requestId: string };
  /** An event of the game. */
  eventId: string;
  /** Endpoints to which nothing gets through, and the delivery of an event to one of them. */
  webhook: { path: string; toRemove: string; delivery: string };
  /** Each for one operation of people, likewise. */
  people: Awaited<ReturnType<typeof makePeople>>;
  /** Paths of tournaments, each for one operation, so that none gets in another's way. */
  paths: Awaited<ReturnType<typeof tournaments>>;
  /** An attempt of the tournament whose scores are reviewed. */
  scoreId: string;
}

/** Makes the fixture of one round, with a game of its own. */
export async function makeFixture(system: TestSystem): Promise<Fixture> {
  const api = await gameIn(system);
  const games = connectTo(GameService, system.urls.game, system.token);
  const { secret } = await games.issueApiKey({ requestId: newId(), gameId: api.gameId });
  const testing = await testEnvironmentOf(system, api.gameId);
  await testing.get("/clock");
  const answered = { key: newId(), gamer: "rich", amount: 10 };
  const headers = { "idempotency-key": answered.key };
  const body = { amount: answered.amount };
  const deposit = await api.post(`/wallet/${answered.gamer}/deposit`, body, { headers });
  if (deposit.status !== 201) throw new Error(`the deposit was answered with ${deposit.status}`);
  const requestId = await recordedIn(api);
  const people = await makePeople(system, api.gameId);
  const webhook = await makeWebhooks(api);
  const paths = await tournaments(api);
  const recorded = await api.post(`${paths.toReview}/score`, { gamer: "ada", score: 1 });
  return {
    api,
    newKey: secret,
    testKey: testing.apiKey,
    answered: { ...answered, requestId },
    eventId: await anEventOf(api),
    webhook,
    people,
    paths,
    scoreId: recorded.body.score.id,
  };
}

/** A request of the log: of many in one second it keeps a sample, so more than one is made. */
const recordedIn = (api: Api): Promise<string> =>
  until(
    async () => {
      await api.get("/account");
      return (await api.get("/request")).body.requests[0]?.requestId;
    },
    { timeoutMs: 60_000, everyMs: 200, what: "a request in the request log" },
  );

const anEventOf = (api: Api): Promise<string> =>
  until(async () => (await api.get("/event")).body.events[0]?.id, {
    timeoutMs: 60_000,
    everyMs: 200,
    what: "an event in the log",
  });

const NOBODY_LISTENS = { url: "http://127.0.0.1:9/" };

async function makeWebhooks(api: Api): Promise<Fixture["webhook"]> {
  const make = async () => {
    const { status, body } = await api.post("/webhook/create", NOBODY_LISTENS);
    if (status !== 201) throw new Error(`an endpoint was answered with ${status}`);
    return `/webhook/${body.endpoint.id}`;
  };
  const [path, toRemove] = [await make(), await make()];
  const delivered = await until(
    async () => (await api.get(`${path}/deliveries`)).body.deliveries[0]?.event.id,
    { timeoutMs: 60_000, everyMs: 200, what: "a delivery" },
  );
  return { path, toRemove, delivery: `${path}/deliveries/${delivered}` };
}

const FREE = { entryFee: 0 };
const HALF_HOUR_MS = 1_800_000;

async function tournaments(api: Api) {
  const withFee = () => published(api, { entryFee: 1 });
  const entered = async (gamers: readonly string[], more: Record<string, unknown> = {}) => {
    const path = await published(api, { entryFee: 1, ...more });
    await joined(api, path, ...gamers);
    return path;
  };
  // Terms can be changed only before the start.
  const startTime = new Date(Date.now() + HALF_HOUR_MS).toISOString();
  const [pending, toUpdate, toPublish, toCancelPending, untouched, toJoinFirst] = await Promise.all(
    [created(api), created(api, { startTime }), created(api), created(api), withFee(), withFee()],
  );
  const [toJoin, toJoinFree, toJoinFirstFree, toEliminate, toCancel, toComplete, toRank] =
    await Promise.all([
      entered(["ada"]),
      entered(["ada"], FREE),
      published(api, FREE),
      entered(["ada", "bob"]),
      entered(["ada", "bob"]),
      entered(["ada", "bob"]),
      entered(["ada", "bob"]),
    ]);
  const [toCancelFree, toCompleteFree, cancelled, toScore, toScoreFirst, toReview] =
    await Promise.all([
      entered(["ada"], FREE),
      entered(["ada"], FREE),
      entered(["ada"]),
      entered(["ada"], { scoring: {} }),
      published(api, { scoring: {} }),
      entered(["ada"], { scoring: {} }),
    ]);
  const [toDisqualify, toReinstate] = await Promise.all([
    entered(["ada", "bob"]),
    entered(["ada", "bob"]),
  ]);
  await api.patch(`${toReinstate}/disqualify`, { gamer: "ada", reason: "a drill" });
  await api.patch(`${cancelled}/cancel`);
  await settled(api, cancelled);
  return {
    pending,
    toUpdate,
    toPublish,
    toCancelPending,
    untouched,
    toJoinFirst,
    toJoin,
    toJoinFree,
    toJoinFirstFree,
    toEliminate,
    toDisqualify,
    toReinstate,
    toReview,
    toScore,
    toScoreFirst,
    toCancel,
    toComplete,
    toRank,
    toCancelFree,
    toCompleteFree,
    cancelled,
  };
}
