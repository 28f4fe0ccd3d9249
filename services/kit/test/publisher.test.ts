import { Code, ConnectError, createRouterTransport } from "@connectrpc/connect";
import { transaction } from "@tms/kit/database/transaction";
import { derivedEventId } from "@tms/kit/events/derived-id";
import { type Change, eventOf, tournamentOf } from "@tms/kit/events/event";
import { type PublisherOptions, createPublisher } from "@tms/kit/events/publisher";
import type { Expand } from "@tms/kit/events/sender";
import { stageEvents } from "@tms/kit/events/stage";
import { type Shutdown, createShutdown } from "@tms/kit/process/shutdown";
import { clientOver } from "@tms/kit/rpc/client";
import { eventsOfBatch } from "@tms/kit/events/batch";
import { SYSTEM } from "@tms/kit/values/actor";
import { newId } from "@tms/kit/values/ids";
import { EventService, type Event } from "@tms/proto/tms/event/v1/event";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { databaseOfFile } from "./database.ts";

const { db, log } = await databaseOfFile();

let shutdown: Shutdown;
let events: EventLog;
beforeEach(async () => {
  shutdown = createShutdown(log);
  events = new EventLog();
  await db.$client.query(`DELETE FROM event_out`);
});
afterEach(() => shutdown.run());

/** The log of the events service as a publisher meets it: each event once, in arrival order. */
class EventLog {
  down = false;
  calls = 0;
  recorded: Event[] = [];
  /** Events that wait for their cause. */
  waits: (event: Event) => boolean = () => false;
  refuses: (event: Event) => boolean = () => false;

  record(batch: Uint8Array) {
    if (this.down) throw new ConnectError("down", Code.Unavailable);
    this.calls++;
    const sent = eventsOfBatch(batch);
    const [waiting, refused] = [sent.filter(this.waits), sent.filter(this.refuses)];
    const known = new Set(this.recorded.map(({ id }) => id));
    const held = new Set([...waiting, ...refused]);
    this.recorded.push(...sent.filter((event) => !known.has(event.id) && !held.has(event)));
    return { waitingIds: waiting.map(({ id }) => id), refusedIds: refused.map(({ id }) => id) };
  }
}

const transport = () =>
  createRouterTransport((router) =>
    router.service(EventService, { recordEvents: ({ events: batch }) => events.record(batch) }),
  );

const publisher = (options: PublisherOptions = {}) => {
  return createPublisher(db, clientOver(EventService, transport()), log, shutdown, options);
};

const gameId = newId();
const joined = (tournamentId: string): Change => ({
  case: "entryJoined",
  value: { entry: { id: newId(), tournamentId } },
});
const eventOfChange = (change: Change) => ({
  gameId,
  time: new Date(),
  origin: { actor: SYSTEM, requestId: null },
  change,
});

// Which step it is makes no difference here.
const STEP = "tournament.create";

/** Stages entries, each in a row of its own; returns the ids of the entries. */
async function stage(...tournamentIds: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const tournamentId of tournamentIds) {
    const change = joined(tournamentId);
    if (change.case === "entryJoined") ids.push(change.value.entry?.id ?? "");
    await transaction(db, STEP, (tx) => stageEvents(tx, [eventOfChange(change)]));
  }
  return ids;
}

const recorded = () =>
  events.recorded.flatMap(({ change }) =>
    change.case === "entryJoined" ? (change.value.entry?.id ?? []) : [],
  );
const left = async () => (await db.$client.query(`SELECT id FROM event_out`)).rows.length;

describe("a publisher", () => {
  test("brings what was staged to the log in the order of its staging, and then forgets it", async () => {
    const ids = await stage(newId(), newId(), newId());
    expect(await publisher().runOnce()).toBe(true);
    expect(recorded()).toEqual(ids);
    expect(await left()).toBe(0);
  });

  test("brings nothing of a transaction that failed", async () => {
    const failing = transaction(db, STEP, async (tx) => {
      await stageEvents(tx, [eventOfChange(joined(newId()))]);
      throw new Error("broken");
    });
    await expect(failing).rejects.toThrow("broken");
    expect(await publisher().runOnce()).toBe(false);
    expect(events.calls).toBe(0);
  });

  test("stages one row for many events of one environment, and sends at most a thousand at once", async () => {
    const changes = Array.from({ length: 2_500 }, () => eventOfChange(joined(newId())));
    await transaction(db, STEP, (tx) => stageEvents(tx, changes));
    expect(await left()).toBe(25);
    await publisher().runOnce();
    expect(events.recorded).toHaveLength(2_500);
    expect(events.calls).toBe(3);
  });

  test("brings a backlog of many looks' worth to the log in order, and stops in between when told to", async () => {
    const rows = 2_300;
    const tournamentId = newId();
    for (let staged = 0; staged < rows; staged += 100)
      await transaction(db, STEP, async (tx) => {
        for (let n = 0; n < 100; n++) await stageEvents(tx, [eventOfChange(joined(tournamentId))]);
      });
    const stopping = new AbortController();
    events.waits = () => {
      stopping.abort();
      return false;
    };
    const own = publisher();
    await own.runOnce(stopping.signal);
    expect(await left()).toBeGreaterThan(0);
    expect(await left()).toBeLessThan(rows);
    await own.runOnce();
    expect(await left()).toBe(0);
    expect(new Set(recorded()).size).toBe(rows);
  });

  test("keeps everything while the log is away, and goes on in order", async () => {
    const ids = await stage(newId(), newId());
    events.down = true;
    const own = publisher();
    await expect(own.runOnce()).rejects.toMatchObject({ reason: "UNAVAILABLE" });
    ids.push(...(await stage(newId())));
    expect(await left()).toBe(3);
    events.down = false;
    await own.runOnce();
    expect(recorded()).toEqual(ids);
  });

  test("leaves the work to one replica, and takes over when that one is gone", async () => {
    const other = createShutdown(log);
    const leader = createPublisher(db, clientOver(EventService, transport()), log, other);
    expect(await leader.runOnce()).toBe(false);
    await stage(newId());
    const follower = publisher();
    expect(await follower.runOnce()).toBe(false);
    expect(events.recorded).toEqual([]);
    await other.run();
    await expect.poll(() => follower.runOnce()).toBe(true);
    expect(events.recorded).toHaveLength(1);
  });

  test("passes over what waits for its cause, and reaches everything behind it", async () => {
    const [early, other] = [newId(), newId()];
    events.waits = ({ change }) =>
      change.case === "entryJoined" && change.value.entry?.tournamentId === early;
    const waiting = await stage(...Array.from({ length: 600 }, () => early));
    const behind = await stage(other);
    const own = publisher();
    await own.runOnce();
    expect(recorded()).toEqual(behind);
    expect(await left()).toBe(600);
    // Nothing is sent again before a pause is over, and pauses grow: soon a look falls within one.
    await expect.poll(() => own.runOnce()).toBe(false);
    expect(recorded()).toEqual(behind);
    events.waits = () => false;
    await expect.poll(() => own.runOnce()).toBe(true);
    expect(recorded()).toEqual([...behind, ...waiting]);
    expect(await left()).toBe(0);
  });

  test("sends no later event of a tournament before one that waits", async () => {
    const tournamentId = newId();
    const [first] = await stage(tournamentId);
    events.waits = ({ change }) =>
      change.case === "entryJoined" && change.value.entry?.id === first;
    const own = publisher();
    await own.runOnce();
    const [second] = await stage(tournamentId);
    await own.runOnce();
    expect(recorded()).toEqual([]);
    events.waits = () => false;
    const leftAfterRound = async () => {
      await own.runOnce();
      return await left();
    };
    await expect.poll(leftAfterRound).toBe(0);
    expect(recorded()).toEqual([first, second]);
  });

  test("keeps what the log refuses, and goes on with the others", async () => {
    const ids = await stage(newId(), newId());
    events.refuses = ({ change }) =>
      change.case === "entryJoined" && change.value.entry?.id === ids[0];
    await publisher().runOnce();
    expect(recorded()).toEqual(ids.slice(1));
    expect(await left()).toBe(1);
  });

  test("makes many events of one that stands for them, with the same ids each time", async () => {
    const tournamentId = newId();
    const stretch: Change = {
      case: "payoutStretch",
      value: { tournamentId, firstPosition: 1, lastPosition: 3 },
    };
    const expand: PublisherOptions["expand"] = async (stretches) =>
      stretches.map(({ id }) =>
        [1, 2, 3].map((position) => ({
          ...eventOf(eventOfChange({ case: "payoutPaid", value: { tournamentId, position } })),
          id: derivedEventId(id, position),
        })),
      );
    await transaction(db, STEP, (tx) => stageEvents(tx, [eventOfChange(stretch)]));
    // The answer is lost, so it is sent again.
    const losing = new Error("the answer was lost");
    const client = clientOver(EventService, transport());
    const own = createPublisher(
      db,
      {
        ...client,
        async recordEvents(...call) {
          await client.recordEvents(...call);
          throw losing;
        },
      },
      log,
      shutdown,
      { expand },
    );
    await expect(own.runOnce()).rejects.toBe(losing);
    await shutdown.run();
    shutdown = createShutdown(log);
    await expect.poll(() => publisher({ expand }).runOnce()).toBe(true);
    expect(events.calls).toBe(2);
    expect(events.recorded).toHaveLength(3);
    const ids = events.recorded.map(({ id }) => id);
    expect(new Set(ids).size).toBe(3);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab]/);
  });
});

const STRETCHES = 5;
const PAYOUTS = 600;

const newEvent = (change: Change) => ({
  gameId: newId(),
  time: new Date(),
  origin: { actor: SYSTEM, requestId: null },
  change,
});

/** Stages stretches of payouts, each in a row of its own; returns the ids of their tournaments. */
async function stageStretches(): Promise<string[]> {
  const ids = Array.from({ length: STRETCHES }, newId);
  for (const tournamentId of ids) {
    const value = { tournamentId, firstPosition: 1, lastPosition: PAYOUTS };
    await transaction(db, "settlement.finish", (tx) =>
      stageEvents(tx, [newEvent({ case: "payoutStretch", value })]),
    );
  }
  return ids;
}

const expand: Expand = async (stretches) =>
  stretches.map((stretch) =>
    Array.from({ length: PAYOUTS }, (_, index) => {
      const value = { tournamentId: tournamentOf(stretch) ?? "", position: index + 1 };
      const event = eventOf(newEvent({ case: "payoutPaid", value }));
      return { ...event, id: derivedEventId(stretch.id, index + 1) };
    }),
  );

/** A publisher that does something before each of its calls. */
function publisherAfter(before: () => unknown = () => undefined) {
  const client = clientOver(EventService, transport());
  const calling = {
    ...client,
    async recordEvents(...call: Parameters<typeof client.recordEvents>) {
      await before();
      return await client.recordEvents(...call);
    },
  };
  return createPublisher(db, calling, log, shutdown, { expand });
}

describe("rows that stand for many events", () => {
  test("are forgotten call by call, and sending them ends between two calls when told to", async () => {
    await stageStretches();
    const stopping = new AbortController();
    const own = publisherAfter(() => stopping.abort());
    await own.runOnce(stopping.signal);
    expect(events.calls).toBe(1);
    expect(events.recorded).toHaveLength(PAYOUTS);
    expect(await left()).toBe(STRETCHES - 1);
    await own.runOnce();
    expect(await left()).toBe(0);
    expect(new Set(events.recorded.map(({ id }) => id)).size).toBe(STRETCHES * PAYOUTS);
    expect(events.recorded).toHaveLength(STRETCHES * PAYOUTS);
  });

  test("leave the leader's connection idle for no longer than one call, also where they wait", async () => {
    const [first, , third] = await stageStretches();
    events.waits = (event) => [first, third].includes(tournamentOf(event));
    const heardAt: string[] = [];
    const own = publisherAfter(async () => {
      const { rows } = await db.$client.query<{ at: string }>(
        `SELECT state_change::text AS at FROM pg_stat_activity WHERE pid IN (SELECT pid FROM pg_locks
           WHERE locktype = 'advisory' AND granted
             AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))`,
      );
      heardAt.push(...rows.map(({ at }) => at));
    });
    await own.runOnce();
    expect(events.calls).toBe(STRETCHES);
    expect(heardAt).toHaveLength(STRETCHES);
    expect(new Set(heardAt).size).toBe(STRETCHES);
    expect(await left()).toBe(2);
  });
});
