import { createRetention } from "@tms/kit/database/retention";
import { batchBytes } from "@tms/kit/events/batch";
import { newId } from "@tms/kit/values/ids";
import { createGame, getReason } from "../../../test/world/actions.ts";
import type { World } from "../../../test/world/world.ts";
import { HEADS_CHANNEL } from "../src/db/events.ts";
import { createEventRetention, OLD_ROWS } from "../src/db/retention.ts";
import {
  describe,
  expect,
  range,
  record,
  recordMany,
  test as base,
  toSequences,
} from "./fixture.ts";
import { createEvent, createLife, createTournament } from "./life.ts";

type Filter = Omit<Parameters<World["events"]["listEvents"]>[0], "$typeName">;

/** Tests of logs; `otherId` is another environment. */
const test = base.extend("otherId", async ({ world }) => (await createGame(world)).gameId);

const created = (gameId: string) => createLife(gameId).created();
const list = ({ events }: World, filter: Filter) => events.listEvents(filter);
const listSequences = async (world: World, filter: Filter) =>
  toSequences((await list(world, filter)).events);
const listTypes = async (world: World, gameId: string) =>
  (await list(world, { gameId })).events.map(({ type }) => type);

async function readIds({ admin }: World, gameId: string) {
  const { rows } = await admin.query<{ sequence: number; id: string }>(
    `SELECT sequence::int, id FROM events.event WHERE game_id = $1 ORDER BY sequence`,
    [gameId],
  );
  return rows;
}

/** Makes events older by days, and runs the retention. */
async function forget(world: World, gameId: string, ages: Record<number, number>): Promise<void> {
  for (const [sequence, days] of Object.entries(ages))
    await world.admin.query(
      `UPDATE events.event SET created_at = now() - make_interval(days => $3)
       WHERE game_id = $1 AND sequence = $2`,
      [gameId, Number(sequence), days],
    );
  const { db, log } = world.contexts.events;
  const retention = createEventRetention(db, log);
  while (await retention.runOnce());
}

const byPerson = (gameId: string, type: "user" | "api_key" = "user") =>
  createEvent(
    gameId,
    { case: "tournamentCreated", value: { tournament: createTournament(gameId) } },
    { actor: { type, id: newId() }, requestId: null },
  );

describe("a log", () => {
  test("counts 1, 2, 3 in each environment", async ({ gameId, otherId, world }) => {
    const events = [created(gameId), created(otherId), created(gameId), created(gameId)];
    await record(world, ...events);
    expect(await readIds(world, gameId)).toEqual(
      [0, 2, 3].map((index, place) => ({ sequence: place + 1, id: events[index]?.id })),
    );
    expect(await readIds(world, otherId)).toEqual([{ sequence: 1, id: events[1]?.id }]);
  });

  test("holds events once if publishers race", async ({ gameId, otherId, startReplica, world }) => {
    const replicas = [world, startReplica()];
    const batches = Array.from({ length: 12 }, () => [
      ...Array.from({ length: 25 }, () => created(gameId)),
      created(otherId),
    ]);
    await Promise.all(
      Array.from({ length: 8 }, async (_, index) => {
        for (const events of batches) await record(replicas[index % 2] ?? world, ...events);
      }),
    );
    // Each publisher sends in this order, so the first one determines it.
    const ids = batches.flatMap((events) => events.slice(0, 25)).map(({ id }) => id);
    expect(await readIds(world, gameId)).toEqual(
      ids.map((id, index) => ({ sequence: index + 1, id })),
    );
    expect((await readIds(world, otherId)).map(({ sequence }) => sequence)).toEqual(range(1, 12));
  });

  test("does not change if a batch is repeated with an event more", async ({ gameId, world }) => {
    const events = [created(gameId), created(gameId)];
    await record(world, ...events);
    const before = await readIds(world, gameId);
    await record(world, ...events);
    expect(await readIds(world, gameId)).toEqual(before);
    const another = created(gameId);
    await record(world, ...events, another, another);
    expect(await readIds(world, gameId)).toEqual([...before, { sequence: 3, id: another.id }]);
  });

  test("refuses only those events of a batch that are malformed", async ({ gameId, world }) => {
    const empty = { ...created(gameId), change: { case: undefined } as const };
    const incomplete = createEvent(gameId, { case: "entryEliminated", value: {} });
    const nameless = { ...created(gameId), id: "x" };
    const shouting = { ...created(gameId), gameId: gameId.toUpperCase() };
    const tournament = { ...createTournament(gameId), id: "{}" };
    const astray = createEvent(gameId, { case: "tournamentCreated", value: { tournament } });
    const fine = created(gameId);
    const malformed = [empty, incomplete, nameless, shouting, astray];
    const { refusedIds } = await record(world, ...malformed, fine);
    expect(refusedIds.toSorted()).toEqual(malformed.map(({ id }) => id).toSorted());
    expect((await readIds(world, gameId)).map(({ id }) => id)).toEqual([fine.id]);
    const noBatch = world.events.recordEvents({ events: Buffer.from("no batch") });
    expect(await getReason(noBatch)).toBe("INVALID_ARGUMENT");
  });

  test("drops events of an unknown environment", async ({ world }) => {
    const answer = await record(world, created(newId()));
    expect(answer).toMatchObject({ waitingIds: [], refusedIds: [] });
  });

  test("takes no event while the game service is away", async ({ gameId, world }) => {
    const event = created(gameId);
    {
      using _outage = world.fail("GetGame");
      expect(await getReason(record(world, event))).toBe("UNAVAILABLE");
    }
    await record(world, event);
    expect(await readIds(world, gameId)).toHaveLength(1);
  });
});

describe("an event waits", () => {
  const send = async (world: World, ...events: Parameters<typeof batchBytes>[0]) =>
    (await record(world, ...events)).waitingIds;

  test("for the publication, if it is an entry or a score", async ({ gameId, world }) => {
    const life = createLife(gameId);
    const [first, second] = [life.joined(), life.scored(1)];
    expect(await send(world, first, second)).toEqual([first.id, second.id]);
    expect(await send(world, life.published())).toEqual([]);
    expect(await send(world, first, second)).toEqual([]);
    expect(await listTypes(world, gameId)).toEqual([
      "tournament.published",
      "entry.joined",
      "score.recorded",
    ]);
  });

  test("for the end (a plan) or the last payout (a completion)", async ({ gameId, world }) => {
    const life = createLife(gameId);
    const [planned, one, two] = [life.planned(2), life.paid(1), life.paid(2)];
    const completed = life.completed();
    expect(await send(world, planned, one)).toEqual([planned.id, one.id]);
    const early = await send(world, life.published(), life.settling(), completed);
    expect(early).toEqual([completed.id]);
    expect(await send(world, planned, one)).toEqual([]);
    expect(await send(world, completed)).toEqual([completed.id]);
    // A repeated payout does not count twice.
    expect(await send(world, one)).toEqual([]);
    expect(await send(world, completed)).toEqual([completed.id]);
    expect(await send(world, two)).toEqual([]);
    expect(await send(world, completed)).toEqual([]);
    expect(await listTypes(world, gameId)).toEqual([
      "tournament.published",
      "tournament.settling",
      "settlement.planned",
      "payout.paid",
      "payout.paid",
      "tournament.completed",
    ]);
  });

  test("for the end, if it is a final ranking, which delays no plan", async ({ gameId, world }) => {
    const life = createLife(gameId);
    const frozen = life.frozen();
    expect(await send(world, life.published(), frozen)).toEqual([frozen.id]);
    expect(await send(world, life.settling(), life.planned(0), frozen)).toEqual([]);
    const { events } = await list(world, { gameId });
    expect(events.map(({ type }) => type)).toEqual([
      "tournament.published",
      "tournament.settling",
      "settlement.planned",
      "ranking.frozen",
    ]);
    expect(JSON.parse(events.at(-1)?.body ?? "")).toMatchObject({
      data: { ranking: { tournament: life.tournamentId, version: 1 } },
    });
  });

  test("and delays only its own tournament", async ({ gameId, world }) => {
    const [early, other] = [createLife(gameId), createLife(gameId)];
    const waiting = early.joined();
    const ids = await send(world, waiting, other.published(), other.joined());
    expect(ids).toEqual([waiting.id]);
    expect(await listTypes(world, gameId)).toEqual(["tournament.published", "entry.joined"]);
  });

  test("for nothing in the week after a long tournament", async ({ gameId, world }) => {
    const life = createLife(gameId);
    await record(world, life.published(), life.settling(), life.planned(0));
    await world.admin.query(
      `UPDATE events.event_gate SET created_at = now() - interval '8 days' WHERE id = $1`,
      [life.tournamentId],
    );
    await record(world, life.completed());
    const { db, log } = world.contexts.events;
    await createRetention(db, log, OLD_ROWS).runOnce();
    expect(await send(world, life.joined())).toEqual([]);
  });

  test("and is forgotten after a cancellation without a publication", async ({ gameId, world }) => {
    const [pending, published] = [createLife(gameId), createLife(gameId)];
    await record(world, pending.created(), pending.cancelled());
    await record(world, published.created(), published.published(), published.cancelled());
    const { rows } = await world.admin.query(
      `SELECT id, over FROM events.event_gate WHERE id = ANY($1)`,
      [[pending.tournamentId, published.tournamentId]],
    );
    expect(new Map(rows.map(({ id, over }) => [id, over]))).toEqual(
      new Map([
        [pending.tournamentId, true],
        [published.tournamentId, false],
      ]),
    );
  });

  test("until it is overdue, and then others follow", async ({ gameId, world }) => {
    const life = createLife(gameId);
    const [first, second] = [life.joined(), life.joined()];
    expect(await send(world, first, second)).toHaveLength(2);
    const events = batchBytes([first, second]);
    const answer = await world.events.recordEvents({ events, overdueIds: [first.id] });
    expect(answer.waitingIds).toEqual([]);
    expect(await listTypes(world, gameId)).toEqual(["entry.joined", "entry.joined"]);
  });
});

describe("ListEvents", () => {
  test("keeps an answer within a message if events are long", async ({ gameId, world }) => {
    for (const description of ["x".repeat(5_000), "🏆".repeat(4_500)])
      for (let batch = 0; batch < 2; batch++) {
        const events = range(1, 100).map(() => createLife(gameId).created(description));
        await record(world, ...events);
      }
    const read: number[] = [];
    let after = 0n;
    for (;;) {
      const page = await list(world, { gameId, afterSequence: after, limit: 1_000 });
      if (page.events.length === 0) break;
      read.push(...toSequences(page.events));
      after = page.nextAfter;
    }
    expect(read).toEqual(range(1, 400));
  });

  test("lists the newest first, by pages", async ({ gameId, world }) => {
    const [one, other] = [createLife(gameId), createLife(gameId)];
    await record(world, one.created(), other.created(), one.published(), one.joined());
    const newest = { gameId, newestFirst: true, limit: 2 };
    const first = await list(world, newest);
    expect(toSequences(first.events)).toEqual([4, 3]);
    expect(first).toMatchObject({ nextAfter: 4n, nextBefore: 3n });
    const second = await list(world, { ...newest, beforeSequence: first.nextBefore });
    expect([toSequences(second.events), second.nextBefore]).toEqual([[2, 1], 0n]);
    const { events, nextBefore } = await list(world, { ...newest, tournamentId: one.tournamentId });
    expect([toSequences(events), nextBefore]).toEqual([[4, 3], 3n]);
    const none = await list(world, { ...newest, types: ["payout.*"] });
    expect(none).toMatchObject({ events: [], nextBefore: 0n });
  });
});

// Every other event is about one tournament, and the others are audited. The first and the last but
// one are both, of types of their own. Only the last one is about another tournament.
const [frequent, rare] = [newId(), newId()];
const LAST = 25_002;
const longTest = test.extend("longId", { scope: "file" }, async ({ world }) => {
  const { gameId } = await createGame(world);
  await world.admin.query(
    `INSERT INTO events.event (game_id, sequence, id, type, tournament_id, body, audited)
     SELECT $1, n, gen_random_uuid(),
       CASE n WHEN 1 THEN 'tournament.created' WHEN $4 - 1 THEN 'payout.paid'
         WHEN $4 THEN 'payout.paid' ELSE 'entry.joined' END,
       CASE WHEN n = $4 THEN $3::uuid WHEN n % 2 = 1 THEN $2::uuid END, '{}',
       n IN (1, $4 - 1) OR (n % 2 = 0 AND n < $4)
     FROM generate_series(1, $4::int) AS n`,
    [gameId, frequent, rare, LAST],
  );
  await world.admin.query(
    `INSERT INTO events.event_head (game_id, last_sequence) VALUES ($1, $2)`,
    [gameId, LAST],
  );
  return gameId;
});

describe("a page of a long log looks through a part", () => {
  longTest.for<[string, Omit<Filter, "gameId">]>([
    ["types and a tournament", { types: ["payout.paid"], tournamentId: frequent }],
    ["kinds of types and a tournament", { types: ["payout.*"], tournamentId: frequent }],
    ["types and what is audited", { types: ["payout.paid"], audited: true }],
    [
      "a tournament and what is audited",
      { tournamentId: frequent, audited: true, afterSequence: 1n },
    ],
  ])("by %s, and says where to continue", async ([, filter], { longId, world }) => {
    const first = await list(world, { gameId: longId, ...filter });
    expect(first.events).toEqual([]);
    expect(first.nextAfter).toBeGreaterThanOrEqual(10_000n);
    expect(first.nextAfter).toBeLessThan(LAST - 1);
    const rest = { gameId: longId, ...filter, afterSequence: first.nextAfter, limit: 1 };
    expect(await listSequences(world, rest)).toEqual([LAST - 1]);
  });

  longTest.for<[string, Omit<Filter, "gameId">]>([
    ["types and a tournament", { types: ["tournament.*"], tournamentId: frequent }],
    ["types and what is audited", { types: ["tournament.created"], audited: true }],
    [
      "a tournament and what is audited",
      { tournamentId: frequent, audited: true, beforeSequence: BigInt(LAST - 1) },
    ],
  ])("by %s, from its end", async ([, filter], { longId, world }) => {
    const backwards = { gameId: longId, ...filter, newestFirst: true };
    const first = await list(world, backwards);
    expect(first.events).toEqual([]);
    expect(first.nextBefore).toBeGreaterThan(1n);
    expect(first.nextBefore).toBeLessThanOrEqual(LAST - 10_000);
    const last = await list(world, { ...backwards, beforeSequence: first.nextBefore });
    expect([toSequences(last.events), last.nextBefore]).toEqual([[1], 0n]);
  });

  longTest("and through all events of a tournament", async ({ longId, world }) => {
    const about = { gameId: longId, tournamentId: rare, types: ["payout.*"] };
    expect(await listSequences(world, about)).toEqual([LAST]);
    const first = { gameId: longId, tournamentId: frequent, audited: true, limit: 1 };
    expect(await listSequences(world, first)).toEqual([1]);
  });
});

describe("AwaitEvents and WatchEvents", () => {
  const watch = ({ events }: Pick<World, "events">, gameId: string, after = 0n, waitMs = 5_000) =>
    events.watchEvents({ gameId, afterSequence: after, waitMs });

  /** Waits until a connection of the service listens. */
  const untilListening = ({ admin }: World) =>
    expect
      .poll(async () => {
        const { rowCount } = await admin.query(
          `SELECT FROM pg_stat_activity
           WHERE query = 'LISTEN event_head' AND datname = current_database()`,
        );
        return rowCount;
      })
      .toBeGreaterThan(0);

  test("begin at the present end, and return what follows", async ({ gameId, world }) => {
    const begin = () => world.events.watchEvents({ gameId });
    expect(await begin()).toMatchObject({ events: [], nextAfter: 0n });
    const life = createLife(gameId);
    await record(world, life.created());
    const { nextAfter } = await begin();
    expect(nextAfter).toBe(1n);
    await record(world, life.published(), life.joined());
    const { tournamentId } = life;
    expect(await watch(world, gameId, nextAfter)).toMatchObject({
      events: [
        { sequence: 2n, type: "tournament.published", tournamentId },
        { sequence: 3n, type: "entry.joined", tournamentId },
      ],
      nextAfter: 3n,
    });
  });

  test("return events that another replica records", async ({ gameId, startReplica, world }) => {
    const other = startReplica();
    const waiting = watch(world, gameId);
    const awaiting = world.events.awaitEvents({ gameId, waitMs: 5_000 });
    await record(other, created(gameId));
    expect(toSequences((await waiting).events)).toEqual([1]);
    expect((await awaiting).lastSequence).toBe(1n);
  });

  test("return with an announcement, before they look again", async ({ gameId, world }) => {
    // The first wait opens the connection that listens.
    await watch(world, gameId, 0n, 1);
    await untilListening(world);
    let last: bigint | undefined;
    const waiting = world.events
      .awaitEvents({ gameId, afterSequence: 0n, waitMs: 5_000 })
      .then(({ lastSequence }) => (last = lastSequence));
    // This log has no events: only the announcement names a sequence. It is repeated because the wait
    // may begin after the first one.
    const announce = async () => {
      await world.admin.query("SELECT pg_notify($1, $2)", [HEADS_CHANNEL, `${gameId} 7`]);
      return last;
    };
    await expect.poll(announce).toBe(7n);
    await waiting;
  });

  test("hear of what a replica records", async ({ gameId, world }) => {
    const listener = await world.admin.connect();
    const payloads: (string | undefined)[] = [];
    listener.on("notification", ({ payload }) => payloads.push(payload));
    try {
      await listener.query(`LISTEN ${HEADS_CHANNEL}`);
      await record(world, created(gameId));
      await expect.poll(() => payloads).toContain(`${gameId} 1`);
    } finally {
      // A connection that still listens must not return to the pool.
      listener.release(true);
    }
  });

  test("miss nothing if their connection is lost", async ({ gameId, startReplica, world }) => {
    const other = startReplica();
    await watch(world, gameId, 0n, 1);
    await world.admin.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE query = 'LISTEN event_head' AND datname = current_database()`,
    );
    await record(other, created(gameId));
    expect(toSequences((await watch(world, gameId)).events)).toEqual([1]);
    await untilListening(world);
  });

  test("ask their connection whether it still answers", async ({ gameId, world }) => {
    await watch(world, gameId, 0n, 1);
    await untilListening(world);
    const findLastQuestion = async () => {
      const { rows } = await world.admin.query<{ at: string }>(
        `SELECT max(query_start)::text AS at FROM pg_stat_activity
         WHERE query = 'LISTEN event_head' AND datname = current_database()`,
      );
      return rows[0]?.at;
    };
    const before = await findLastQuestion();
    const findAfterWait = async () => {
      await watch(world, gameId, 0n, 1);
      return await findLastQuestion();
    };
    await expect.poll(findAfterWait).not.toBe(before);
  });

  test("refuse a position whose events are forgotten", async ({ gameId, world }) => {
    await recordMany(world, gameId, 3);
    await forget(world, gameId, { 1: 31, 2: 31 });
    expect(await getReason(watch(world, gameId, 1n))).toBe("EVENTS_EXPIRED");
    expect(toSequences((await watch(world, gameId, 2n)).events)).toEqual([3]);
    await forget(world, gameId, { 3: 31 });
    expect(await getReason(watch(world, gameId, 2n))).toBe("EVENTS_EXPIRED");
  });
});

test("retention keeps events 30 days, and those of people 400", async ({ gameId, world }) => {
  await record(world, created(gameId), byPerson(gameId), byPerson(gameId), created(gameId));
  await forget(world, gameId, { 1: 31, 2: 401, 3: 399, 4: 29 });
  expect((await readIds(world, gameId)).map(({ sequence }) => sequence)).toEqual([3, 4]);
  expect(await getReason(list(world, { gameId, afterSequence: 0n }))).toBe("EVENTS_EXPIRED");
  expect(await listSequences(world, { gameId })).toEqual([3, 4]);
  // The log goes on counting.
  await record(world, created(gameId));
  expect(await listSequences(world, { gameId })).toEqual([3, 4, 5]);
});
