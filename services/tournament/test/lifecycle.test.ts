import { timestampDate, type Timestamp } from "@bufbuild/protobuf/wkt";
import { type FinalRank, Status } from "@tms/proto/tms/tournament/v1/tournament";
import { isMessage } from "@bufbuild/protobuf";
import fc from "fast-check";
import { newId } from "@tms/kit/values/ids";
import {
  ScheduleSettlementRequestSchema,
  StartRefundRequestSchema,
} from "@tms/proto/tms/settlement/v1/settlement";
import {
  createGame,
  getReason,
  getTournament,
  inHours,
  isRegistrationClosed,
  join,
  publishEvents,
  toRefusal,
  type TournamentKey,
} from "../../../test/world/actions.ts";
import type { World } from "../../../test/world/world.ts";
import { STATUSES } from "../src/messages.ts";
import {
  begin,
  createTournament,
  describe,
  enter,
  expect,
  finish,
  publishDue,
  publishTournament,
  shift,
  test,
  toRequest,
} from "./fixture.ts";
import { LifecycleModel, type GameTransition, type WorkerTransition } from "./model.ts";

type Ranks = Pick<FinalRank, "handle" | "rank">[];
const cancel = (world: World, key: TournamentKey, requestId = newId()) =>
  world.tournament.cancelTournament({ ...toRequest(key), requestId });
const complete = (world: World, key: TournamentKey, finalRanks: Ranks = [], requestId = newId()) =>
  world.tournament.completeTournament({ ...toRequest(key), requestId, finalRanks });
const abandon = (world: World, key: TournamentKey) =>
  world.tournament.abandonSettlement(toRequest(key));
const record = (world: World, key: TournamentKey, gamerIds: string[]) =>
  world.tournament.recordWinners({ ...toRequest(key), gamerIds });

/** Returns the messages that settlement received about a tournament. */
function listMessages(world: World, { tournamentId }: TournamentKey) {
  const schedules = world
    .calls("ScheduleSettlement")
    .flatMap(({ request }) =>
      isMessage(request, ScheduleSettlementRequestSchema) ? [request] : [],
    );
  const refunds = world
    .calls("StartRefund")
    .flatMap(({ request }) => (isMessage(request, StartRefundRequestSchema) ? [request] : []));
  const isOwn = (message: { tournamentId: string }) => message.tournamentId === tournamentId;
  return { schedules: schedules.filter(isOwn), refunds: refunds.filter(isOwn) };
}

describe("a tournament", () => {
  type Step = GameTransition | WorkerTransition | "an hour passes" | "repeat";
  // Early steps are the likelier, so that many runs come far.
  const step = fc.constantFrom<Step>(
    ...(["update", "publish", "publish", "cancel", "complete", "an hour passes"] as const),
    ...(["repeat", "begin", "begin", "record", "record", "finish", "abandon"] as const),
  );

  interface Asked extends TournamentKey {
    requestId: string;
    /** A gamer to record as a winner. */
    winner: string;
  }
  const ask: Record<
    GameTransition | WorkerTransition,
    (world: World, asked: Asked) => Promise<unknown>
  > = {
    update: ({ tournament }, request) =>
      tournament.updateTournament({ ...request, patch: { description: request.requestId } }),
    publish: ({ tournament }, request) => tournament.publishTournament(request),
    cancel: ({ tournament }, request) => tournament.cancelTournament(request),
    complete: ({ tournament }, request) => tournament.completeTournament(request),
    abandon: ({ tournament }, request) => tournament.abandonSettlement(request),
    record: (world, { winner, ...key }) => record(world, key, [winner]),
    begin: (world, { gameId, tournamentId }) => begin(world, { gameId, tournamentId }),
    finish: (world, { gameId, tournamentId, winner }) =>
      finish(world, { gameId, tournamentId }, [winner]),
  };

  async function expectLikeModel(world: World, model: LifecycleModel, key: TournamentKey) {
    const { status, winnerGamerIds, winnerGamerId, winnerCount } = await getTournament(world, key);
    const { schedules, refunds } = listMessages(world, key);
    const winners = model.status === "completed" ? [...model.winners].toSorted() : [];
    expect({
      status: STATUSES.word(status),
      winners: winnerGamerIds,
      sole: winnerGamerId,
      count: winnerCount,
      schedules: schedules.length,
      refunds: refunds.length,
    }).toEqual({
      status: model.status,
      winners,
      sole: winners.length === 1 ? winners[0] : undefined,
      count: winners.length,
      schedules: model.schedules,
      refunds: model.refunds,
    });
  }

  test("behaves like its model after any sequence of calls", async ({ gameId, world }) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        const key = await createTournament(world, gameId);
        const model = new LifecycleModel();
        /** The game's last request that was accepted, and its answer. */
        let last: { again: () => Promise<unknown>; answer: unknown } | undefined;
        for (const name of steps) {
          if (name === "an hour passes") {
            model.hours++;
            await shift(world, key, "-1 hour");
          } else if (name === "repeat") {
            if (last) expect(await last.again()).toEqual(last.answer);
          } else {
            const asked = { ...toRequest(key), winner: newId() };
            const again = () => ask[name](world, asked);
            const isRecording = ["record", "finish"].includes(name) && model.status === "settling";
            const expected = model.make(name);
            const answer = await again().catch((error: unknown) => toRefusal(error).reason);
            if (expected === expected.toUpperCase()) expect(answer).toBe(expected);
            else expect(answer).toBeTypeOf("object");
            if (isRecording) model.winners.add(asked.winner);
            const isOfGame = ["update", "publish", "cancel", "complete"].includes(name);
            if (isOfGame && typeof answer !== "string") last = { again, answer };
          }
          await expectLikeModel(world, model, key);
        }
      }),
      { numRuns: 40 },
    );
  });

  type Call = (world: World, key: TournamentKey) => Promise<unknown>;
  const publish: Call = ({ tournament }, key) => tournament.publishTournament(toRequest(key));
  const begun = async (world: World, gameId: string) => {
    const key = await publishDue(world, gameId);
    await begin(world, key);
    return key;
  };
  test.for<[string, number, (world: World, gameId: string) => Promise<TournamentKey>, Call[]]>([
    ["publishing", 1, createTournament, Array.from({ length: 5 }, () => publish)],
    ["cancelling", 2, publishTournament, Array.from({ length: 5 }, () => cancel)],
    ["completing and cancelling", 2, publishTournament, [complete, cancel]],
    ["finishing and abandoning", 1, begun, [finish, abandon]],
  ])("takes one of racing calls: %s", async ([, messages, prepare, race], { gameId, world }) => {
    const key = await prepare(world, gameId);
    const reasons = await Promise.all(race.map((call) => getReason(call(world, key))));
    expect(reasons.filter((reason) => reason === "accepted")).toHaveLength(1);
    expect(Object.values(listMessages(world, key)).flat()).toHaveLength(messages);
  });
});

describe("messages to settlement", () => {
  test("schedule a tournament at its end, and now if completed", async ({ gameId, world }) => {
    const key = await publishTournament(world, gameId);
    const { terms } = await getTournament(world, key);
    await enter(world, key, 2);
    const { tournament } = await complete(world, key);
    expect(tournament).toMatchObject({ status: Status.SETTLING, prizePool: { minorUnits: 500n } });
    expect(listMessages(world, key).schedules).toMatchObject([
      { ...key, dueTime: terms?.endTime, ended: false },
      { ...key, dueTime: tournament?.updateTime, ended: true },
    ]);
  });

  test("have a published tournament refunded if it is cancelled", async ({ gameId, world }) => {
    const [key, pending] = [
      await publishTournament(world, gameId),
      await createTournament(world, gameId),
    ];
    await enter(world, key, 3);
    const { tournament } = await cancel(world, key);
    expect(tournament).toMatchObject({ status: Status.CANCELLED, prizePool: { minorUnits: 750n } });
    expect(listMessages(world, key).refunds).toMatchObject([key]);
    await cancel(world, pending);
    expect(listMessages(world, pending).refunds).toEqual([]);
  });

  test("are delivered later if settlement is down", async ({ gameId, world }) => {
    const key = await createTournament(world, gameId);
    {
      using _outage = world.fail("ScheduleSettlement");
      using _other = world.fail("StartRefund");
      await world.tournament.publishTournament(toRequest(key));
      expect((await cancel(world, key)).tournament?.status).toBe(Status.CANCELLED);
    }
    const { rows } = await world.admin.query<{ id: string }>(
      `UPDATE tournament.outbox SET due_at = now() RETURNING id`,
    );
    while (await world.contexts.tournament.relay.runOnce());
    const { schedules, refunds } = listMessages(world, key);
    const ids = [...schedules, ...refunds].map(({ requestId }) => requestId);
    expect(ids).toHaveLength(4);
    expect(new Set(ids)).toEqual(new Set(rows.map(({ id }) => id)));
    const staged = await world.admin.query(`SELECT FROM tournament.outbox`);
    expect(staged.rowCount).toBe(0);
  });
});

describe("the end by its game", () => {
  test.for([
    ["cancel", cancel],
    ["complete", (world: World, key: TournamentKey, id: string) => complete(world, key, [], id)],
  ] as const)(
    "closes the registration with the repeat if it could not at first: %s",
    async ([, call], { gameId, world }) => {
      const key = await publishTournament(world, gameId);
      const requestId = newId();
      {
        using _outage = world.fail("BatchCloseRegistration");
        await call(world, key, requestId);
      }
      expect(await isRegistrationClosed(world, key)).toBe(false);
      await call(world, key, requestId);
      expect(await isRegistrationClosed(world, key)).toBe(true);
    },
  );

  test("changes nothing while the prize pool is unknown", async ({ gameId, world }) => {
    const key = await publishTournament(world, gameId);
    {
      using _ledger = world.fail("BatchGetBalances");
      using _entries = world.fail("BatchCountEntries");
      for (const call of [cancel, complete])
        expect(await getReason(call(world, key))).toBe("UNAVAILABLE");
    }
    expect((await getTournament(world, key)).status).toBe(Status.PUBLISHED);
  });

  test("keeps the final ranks for the settlement", async ({ gameId, world }) => {
    const key = await publishTournament(world, gameId);
    for (const handle of ["ada", "bob", "Caf\u00e9"]) await join(world, key, handle);
    await complete(world, key, [
      { handle: "ada", rank: 1 },
      { handle: "Cafe\u0301", rank: 2 },
    ]);
    const finalRanks = [
      { handle: "ada", rank: 1 },
      { handle: "Caf\u00e9", rank: 2 },
    ];
    for (let repeat = 0; repeat < 2; repeat++)
      expect(await begin(world, key)).toMatchObject({ finalRanks });
    await finish(world, key);
    expect(await begin(world, key)).toMatchObject({ finalRanks });
  });

  test("refuses invalid final ranks, and goes on", async ({ gameId, world }) => {
    const key = await publishTournament(world, gameId);
    await join(world, key, "ada");
    for (const [reason, rank] of [
      ["RANKS_INVALID", { handle: "ada", rank: 2 }],
      ["GAMER_NOT_FOUND", { handle: "nobody", rank: 1 }],
    ] as const)
      expect(await getReason(complete(world, key, [rank]))).toBe(reason);
    expect((await getTournament(world, key)).status).toBe(Status.PUBLISHED);
  });

  test("answers a repeat though its ranks are taken by then", async ({ gameId, world }) => {
    const key = await publishTournament(world, gameId);
    await join(world, key, "ada");
    const [ranks, requestId] = [[{ handle: "ada", rank: 1 }], newId()];
    const race = [1, 2, 3].map(() => complete(world, key, ranks, requestId));
    const [first, ...others] = await Promise.all(race);
    for (const answer of [...others, await complete(world, key, ranks, requestId)])
      expect(answer).toEqual(first);
  });
});

describe("BatchBeginSettlement", () => {
  const beginAll = ({ tournament }: World, tournaments: TournamentKey[]) =>
    Array.fromAsync(tournament.batchBeginSettlement({ tournaments }), ({ outcomes }) => outcomes);
  const refused = (reason: string) => ({ case: "refused", value: { reason } });

  test("begins each tournament that is due, beside other tournaments", async ({
    gameId,
    world,
  }) => {
    const keys = [
      await publishDue(world, gameId),
      await publishTournament(world, gameId),
      { gameId, tournamentId: newId() },
      await publishTournament(world, gameId),
      await publishDue(world, gameId),
    ];
    await cancel(world, keys[3] ?? expect.fail());
    const outcomes = (await beginAll(world, keys)).flat();
    expect(outcomes.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4]);
    expect(outcomes.map(({ outcome }) => outcome)).toMatchObject([
      { case: "begun", value: { finalRanks: [] } },
      refused("UNAVAILABLE"),
      refused("TOURNAMENT_NOT_FOUND"),
      refused("TOURNAMENT_NOT_PUBLISHED"),
      { case: "begun", value: { finalRanks: [] } },
    ]);
  });

  test("sends very many ranks in messages that hold them", async ({ gameId, world }) => {
    // Each of these handles takes 256 bytes.
    const name = "\u{1f3c6}".repeat(58);
    const keys = [1, 2, 3].map(() => publishDue(world, gameId));
    const [first, second, third] = await Promise.all(keys);
    if (!first || !second || !third) return expect.fail();
    await world.admin.query(
      `UPDATE tournament.tournament SET final_ranks =
         (SELECT jsonb_agg(jsonb_build_object('handle', $2 || lpad(n::text, 6, '0'), 'rank', n))
          FROM generate_series(1, 10000) AS n)
       WHERE id = ANY($1)`,
      [[first.tournamentId, second.tournamentId], name],
    );
    const messages = await beginAll(world, [first, second, third]);
    expect(messages.map((outcomes) => outcomes.map(({ index }) => index))).toEqual([[0], [1, 2]]);
    for (const { outcome, index } of messages.flat()) {
      const begun = outcome.case === "begun" ? outcome.value : expect.fail();
      expect(begun.finalRanks).toHaveLength(index < 2 ? 10_000 : 0);
    }
  });

  test("begins each once if it races in any order", async ({ gameId, world }) => {
    const keys = await Promise.all([1, 2, 3].map(() => publishDue(world, gameId)));
    const races = [keys, keys.toReversed(), keys].map((order) => beginAll(world, order));
    const cases = (await Promise.all(races)).flat(2).map(({ outcome }) => outcome.case);
    expect(new Set(cases)).toEqual(new Set(["begun"]));
  });
});

test("completes each tournament of a batch with its own winners", async ({ gameId, world }) => {
  const [sole, shared, none] = await Promise.all([1, 2, 3].map(() => publishDue(world, gameId)));
  const early = await publishTournament(world, gameId);
  if (!sole || !shared || !none) return expect.fail();
  for (const key of [sole, shared, none]) await begin(world, key);
  const [ada, bob, cyd] = [newId(), newId(), newId()];
  const finishAll = async (...ends: [TournamentKey, string[]][]) => {
    const { outcomes } = await world.tournament.batchFinishSettlement({
      ends: ends.map(([tournament, winnerGamerIds]) => ({ tournament, winnerGamerIds })),
    });
    return outcomes.map(({ outcome }) =>
      outcome.case === "refused" ? outcome.value.reason : outcome.case,
    );
  };
  const ends: [TournamentKey, string[]][] = [
    [sole, [ada]],
    [shared, [bob, cyd]],
    [none, []],
  ];
  expect(await finishAll(...ends)).toEqual(["completed", "completed", "completed"]);
  expect(
    await finishAll([early, [ada]], [sole, [bob]], [{ gameId, tournamentId: newId() }, []]),
  ).toEqual(["TOURNAMENT_NOT_PUBLISHED", "completed", "TOURNAMENT_NOT_FOUND"]);
  expect((await getTournament(world, early)).status).toBe(Status.PUBLISHED);
  for (const [key, winners] of ends)
    expect(await getTournament(world, key)).toMatchObject({
      status: Status.COMPLETED,
      winnerGamerIds: winners.toSorted(),
    });
});

test("completes a tournament with its own pool beside a refused item", async ({
  gameId,
  world,
}) => {
  const tournament = await publishDue(world, gameId);
  await begin(world, tournament);
  const foreign = { ...tournament, gameId: newId() };
  await world.tournament.batchFinishSettlement({
    ends: [
      { tournament, poolMinorUnits: 7n },
      { tournament: foreign, poolMinorUnits: 5n },
    ],
  });
  const changes = (await publishEvents(world, "tournament", gameId)).map(({ change }) => change);
  expect(changes.find((change) => change.case === "tournamentCompleted")?.value).toMatchObject({
    pool: { minorUnits: 7n },
  });
});

describe("the clock of a test environment", () => {
  const HOUR_MS = 3_600_000;
  const hoursUntil = (time: Timestamp | undefined) =>
    time && Math.round((Number(timestampDate(time)) - Date.now()) / HOUR_MS);
  const advance = async ({ tournament }: World, gameId: string, hours: number) =>
    (await tournament.advanceTournamentClock({ gameId, aheadMs: BigInt(hours * HOUR_MS) }))
      .undelivered;
  const createTestGame = async (world: World) => (await createGame(world)).testGameId;

  test("starts and ends its tournaments, and those of no other", async ({ world }) => {
    const [own, other] = [await createTestGame(world), await createTestGame(world)];
    const [key, otherKey] = [
      await publishTournament(world, own),
      await publishTournament(world, other),
    ];
    const pending = await createTournament(world, own);
    await advance(world, own, 1.5);
    const update = { ...toRequest(pending), patch: { name: "Go" } };
    expect(await getReason(world.tournament.updateTournament(update))).toBe("TOURNAMENT_STARTED");
    expect(await getReason(begin(world, key))).toBe("UNAVAILABLE");
    await advance(world, own, 2.5);
    expect(await getReason(createTournament(world, own))).toBe("INVALID_ARGUMENT");
    await createTournament(world, own, { endTime: inHours(3) });
    expect(await getReason(begin(world, key))).toBe("accepted");
    expect(await getReason(begin(world, otherKey))).toBe("UNAVAILABLE");
  });

  test("dates what happens in it, and never goes back", async ({ world }) => {
    const gameId = await createTestGame(world);
    await advance(world, gameId, 1);
    const terms = { startTime: inHours(0), endTime: inHours(3) };
    const key = await publishTournament(world, gameId, terms);
    expect(hoursUntil((await getTournament(world, key)).createTime)).toBe(1);
    for (const hours of [4, 2, 4]) await advance(world, gameId, hours);
    await begin(world, key);
    await finish(world, key);
    expect(hoursUntil((await getTournament(world, key)).updateTime)).toBe(4);
    const events = await publishEvents(world, "tournament", gameId);
    expect(events.map(({ change, time }) => [change.case, hoursUntil(time)])).toEqual([
      ["tournamentCreated", 1],
      ["tournamentPublished", 1],
      ["tournamentSettling", 4],
      ["tournamentCompleted", 4],
    ]);
  });

  test("reports messages that settlement has not received", async ({ world }) => {
    const gameId = await createTestGame(world);
    {
      using _outage = world.fail("ScheduleSettlement");
      await publishTournament(world, gameId);
      expect(await advance(world, gameId, 1)).toBe(1);
    }
    await world.admin.query(`UPDATE tournament.outbox SET due_at = now()`);
    while (await world.contexts.tournament.relay.runOnce());
    expect(await advance(world, gameId, 1)).toBe(0);
  });

  test("is refused to a live environment, even by the database", async ({ gameId, world }) => {
    const key = await publishTournament(world, gameId);
    expect(await getReason(advance(world, gameId, 3))).toBe("CLOCK_LIVE");
    const insert = `INSERT INTO tournament.test_clock (game_id, ahead) VALUES ($1, '3 hours')`;
    await expect(world.admin.query(insert, [gameId])).rejects.toMatchObject({
      constraint: "test_clock_of_test",
    });
    expect(await getReason(begin(world, key))).toBe("UNAVAILABLE");
  });
});
