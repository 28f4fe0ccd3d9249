import { connectTo } from "@tms/kit/rpc/client";
import { newId } from "@tms/kit/values/ids";
import { GameService } from "@tms/proto/tms/game/v1/game";
import type { TestSystem } from "../harness/system.ts";
import type { Api } from "../harness/api.ts";
import { until } from "@tms/stack/until";
import { gameIn } from "../harness/game.ts";
import { created, published, settled } from "../harness/tournament.ts";
import { joined } from "../harness/gamers.ts";
import { makePeople } from "./people-fixture.ts";

/** Everything the operations are tried on, made while nothing was missing. */
export interface Fixture {
  api: Api;
  /** A second key of the game, which the gateway has not met. */
  newKey: string;
  /** A deposit that was answered, as it was sent. */
  answered: { key: string; gamer: string; amount: number; requestId: string };
  /** Each for one operation of people, likewise. */
  people: Awaited<ReturnType<typeof makePeople>>;
  /** Paths of tournaments, each for one operation, so that none gets in another's way. */
  paths: Awaited<ReturnType<typeof tournaments>>;
}

/** Makes the fixture of one round, with a game of its own. */
export async function makeFixture(system: TestSystem): Promise<Fixture> {
  const api = await gameIn(system);
  const games = connectTo(GameService, system.urls.game, system.token);
  const { secret } = await games.issueApiKey({ requestId: newId(), gameId: api.gameId });
  const answered = { key: newId(), gamer: "rich", amount: 10 };
  const headers = { "idempotency-key": answered.key };
  const body = { amount: answered.amount };
  const deposit = await api.post(`/wallet/${answered.gamer}/deposit`, body, { headers });
  if (deposit.status !== 201) throw new Error(`the deposit was answered with ${deposit.status}`);
  const requestId = deposit.headers.get("x-request-id") ?? "";
  await until(async () => (await api.get(`/request/${requestId}`)).status === 200, {
    timeoutMs: 20_000,
    everyMs: 200,
    what: "the deposit in the request log",
  });
  const people = await makePeople(system, api.gameId);
  return {
    api,
    newKey: secret,
    answered: { ...answered, requestId },
    people,
    paths: await tournaments(api),
  };
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
  const [toCancelFree, toCompleteFree, cancelled] = await Promise.all([
    entered(["ada"], FREE),
    entered(["ada"], FREE),
    entered(["ada"]),
  ]);
  await api.patch(`${cancelled}/cancel`);
  await settled(api, cancelled, 60_000);
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
    toCancel,
    toComplete,
    toRank,
    toCancelFree,
    toCompleteFree,
    cancelled,
  };
}
