import { Code, ConnectError, createRouterTransport } from "@connectrpc/connect";
import { transaction } from "@tms/kit/database/transaction";
import { eventsOfBatch } from "@tms/kit/events/batch";
import { derivedEventId, eventOf, tournamentOf, type Change } from "@tms/kit/events/event";
import { createPublisher } from "@tms/kit/events/publisher";
import type { Expand } from "@tms/kit/events/sender";
import { stageEvents } from "@tms/kit/events/stage";
import { createShutdown, type Shutdown } from "@tms/kit/process/shutdown";
import { clientOver } from "@tms/kit/rpc/client";
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
    const blocked = new Set<string | undefined>();
    const waiting = sent.filter((event) => {
      // The later events of a tournament wait with one that waits.
      if (this.waits(event)) blocked.add(tournamentOf(event));
      return blocked.has(tournamentOf(event));
    });
    const refused = sent.filter(this.refuses);
    const known = new Set(this.recorded.map(({ id }) => id));
    const held = new Set([...waiting, ...refused]);
    this.recorded.push(...sent.filter((event) => !known.has(event.id) && !held.has(event)));
    return { waitingIds: waiting.map(({ id }) => id), refusedIds: refused.map(({ id }) => id) };
  }
}

/** Creates a publisher to the log, with steps around each of its calls. */
function publisher({ before, after, expand }: { expand?: Expand } & Steps = {}) {
  const transport = createRouterTransport((router) =>
    router.service(EventService, { recordEvents: ({ events: batch }) => events.record(batch) }),
  );
  const client = clientOver(EventService, transport);
  const stepping = {
    ...client,
    async recordEvents(...call: Parameters<typeof client.recordEvents>) {
      before?.();
      const answer = await client.recordEvents(...call);
      after?.();
      return answer;
    },
  };
  return createPublisher(db, stepping, log, shutdown, expand);
}
interface Steps {
  before?: () => void;
  after?: () => void;
}

const newEvent = (change: Change) => ({
  gameId: newId(),
  time: new Date(),
  origin: { actor: SYSTEM, requestId: null },
  change,
});
const joined = (tournamentId: string, id = newId()): Change => ({
  case: "entryJoined",
  value: { entry: { id, tournamentId } },
});
const entryOf = ({ change }: Event) =>
  change.case === "entryJoined" ? change.value.entry : undefined;

/** Stages changes together, each in a row of its own. */
const stageChanges = (changes: readonly Change[]) =>
  // Which step it is makes no difference here.
  transaction(db, "tournament.create", async (tx) => {
    for (const change of changes) await stageEvents(tx, [newEvent(change)]);
  });

/** Stages an entry of each tournament; returns the ids of the entries. */
async function stage(...tournamentIds: string[]): Promise<string[]> {
  const ids = tournamentIds.map(() => newId());
  await stageChanges(tournamentIds.map((tournamentId, n) => joined(tournamentId, ids[n])));
  return ids;
}

const recorded = () => events.recorded.map((event) => entryOf(event)?.id);
const left = async () => (await db.$client.query(`SELECT id FROM event_out`)).rows.length;

describe("a publisher", () => {
  test("brings what was staged to the log in the order of its staging, and then forgets it", async () => {
    const ids = await stage(newId(), newId(), newId());
    expect(await publisher().runOnce()).toBe(true);
    expect(recorded()).toEqual(ids);
    expect(await left()).toBe(0);
  });

  test("stages one row for many events of one environment, and sends at most a thousand at once", async () => {
    const { gameId } = newEvent(joined(newId()));
    const many = Array.from({ length: 2_500 }, () => ({ ...newEvent(joined(newId())), gameId }));
    await transaction(db, "tournament.create", (tx) => stageEvents(tx, many));
    expect(await left()).toBe(25);
    await publisher().runOnce();
    expect(events.recorded).toHaveLength(2_500);
    expect(events.calls).toBe(3);
  });

  test("brings a backlog of many looks' worth to the log in order, and stops in between when told to", async () => {
    const ids = await stage(...Array<string>(2_300).fill(newId()));
    const stopping = new AbortController();
    const own = publisher({ before: () => stopping.abort() });
    await own.runOnce(stopping.signal);
    expect(await left()).toBeGreaterThan(0);
    expect(await left()).toBeLessThan(ids.length);
    await own.runOnce();
    expect(await left()).toBe(0);
    expect(recorded()).toEqual(ids);
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
    const leading = shutdown;
    expect(await publisher().runOnce()).toBe(false);
    await stage(newId());
    shutdown = createShutdown(log);
    const follower = publisher();
    expect(await follower.runOnce()).toBe(false);
    expect(events.recorded).toEqual([]);
    await leading.run();
    await expect.poll(() => follower.runOnce()).toBe(true);
    expect(events.recorded).toHaveLength(1);
  });

  test("passes over what waits for its cause, and reaches everything behind it", async () => {
    const [early, other] = [newId(), newId()];
    events.waits = (event) => entryOf(event)?.tournamentId === early;
    const waiting = await stage(...Array<string>(600).fill(early));
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
    events.waits = (event) => entryOf(event)?.id === first;
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
    events.refuses = (event) => entryOf(event)?.id === ids[0];
    await publisher().runOnce();
    expect(recorded()).toEqual(ids.slice(1));
    expect(await left()).toBe(1);
  });
});

describe("rows that stand for many events", () => {
  const [STRETCHES, PAYOUTS] = [5, 600];
  const stageStretches = () =>
    stageChanges(
      Array.from({ length: STRETCHES }, (): Change => ({
        case: "payoutStretch",
        value: { tournamentId: newId(), firstPosition: 1, lastPosition: PAYOUTS },
      })),
    );
  const expand: Expand = async (stretches) =>
    stretches.map((stretch) =>
      Array.from({ length: PAYOUTS }, (_, index) => {
        const value = { tournamentId: tournamentOf(stretch) ?? "", position: index + 1 };
        const event = eventOf(newEvent({ case: "payoutPaid", value }));
        return { ...event, id: derivedEventId(stretch.id, index + 1) };
      }),
    );

  test("are forgotten call by call, and sending them ends between two calls when told to", async () => {
    await stageStretches();
    const stopping = new AbortController();
    const own = publisher({ expand, before: () => stopping.abort() });
    await own.runOnce(stopping.signal);
    expect(events.calls).toBe(1);
    expect(events.recorded).toHaveLength(PAYOUTS);
    expect(await left()).toBe(STRETCHES - 1);
    await own.runOnce();
    expect(await left()).toBe(0);
    expect(events.recorded).toHaveLength(STRETCHES * PAYOUTS);
  });

  test("make the same ids each time, so that each event is in the log once", async () => {
    await stageStretches();
    const lost = new Error("the answer was lost");
    const losing = publisher({
      expand,
      after: () => {
        throw lost;
      },
    });
    await expect(losing.runOnce()).rejects.toBe(lost);
    await shutdown.run();
    shutdown = createShutdown(log);
    await expect.poll(() => publisher({ expand }).runOnce()).toBe(true);
    expect(events.calls).toBe(STRETCHES + 1);
    const ids = new Set(events.recorded.map(({ id }) => id));
    expect([ids.size, events.recorded.length]).toEqual(Array(2).fill(STRETCHES * PAYOUTS));
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab]/);
  });
});
