import { createRouterTransport } from "@connectrpc/connect";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Db } from "@tms/kit/database/handle";
import { transaction } from "@tms/kit/database/transaction";
import { derivedEventId } from "@tms/kit/events/derived-id";
import { eventOf, tournamentOf, type Change } from "@tms/kit/events/event";
import { createPublisher } from "@tms/kit/events/publisher";
import type { Expand } from "@tms/kit/events/sender";
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
function publisher(before: () => unknown = () => undefined) {
  const client = clientOver(EventService, createRouterTransport(events.routes));
  const calling = {
    ...client,
    async recordEvents(...call: Parameters<typeof client.recordEvents>) {
      await before();
      return await client.recordEvents(...call);
    },
  };
  return createPublisher(db, calling, log, shutdown, { expand });
}

const left = async () => (await db.$client.query(`SELECT FROM event_out`)).rowCount;

describe("rows that stand for many events", () => {
  test("are forgotten call by call, and sending them ends between two calls when told to", async () => {
    await stageStretches();
    const stopping = new AbortController();
    const own = publisher(() => stopping.abort());
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
    const own = publisher(async () => {
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
