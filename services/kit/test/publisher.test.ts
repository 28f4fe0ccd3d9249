import { createRouterTransport } from "@connectrpc/connect";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Db } from "@tms/kit/database/handle";
import { transaction } from "@tms/kit/database/transaction";
import { derivedEventId } from "@tms/kit/events/derived-id";
import { eventOf, type Change } from "@tms/kit/events/event";
import { createPublisher, type PublisherOptions } from "@tms/kit/events/publisher";
import { stageEvents } from "@tms/kit/events/stage";
import { createLogger } from "@tms/kit/process/log";
import { createShutdown, type Shutdown } from "@tms/kit/process/shutdown";
import { clientOver } from "@tms/kit/rpc/client";
import { FakeEvents } from "@tms/kit/testing/fakes/events";
import { SYSTEM } from "@tms/kit/values/actor";
import { newId } from "@tms/kit/values/ids";
import { EventService } from "@tms/proto/tms/event/v1/event";
import { startDatabase } from "./database.ts";

const log = createLogger("test", "silent");
let db: Db;
let drop: () => Promise<void>;
let shutdown: Shutdown;
let events: FakeEvents;
beforeAll(async () => {
  ({ db, drop } = await startDatabase());
});
afterAll(() => drop?.());
beforeEach(async () => {
  shutdown = createShutdown(log);
  events = new FakeEvents();
  await db.$client.query(`DELETE FROM event_out`);
});
afterEach(() => shutdown.run());

const publisher = (options: PublisherOptions = {}) => {
  const transport = createRouterTransport(events.routes);
  return createPublisher(db, clientOver(EventService, transport), log, shutdown, options);
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
    const transport = createRouterTransport(events.routes);
    const leader = createPublisher(db, clientOver(EventService, transport), log, other);
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
    const transport = createRouterTransport(events.routes);
    const client = clientOver(EventService, transport);
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
