import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { batchBytes } from "@tms/kit/events/batch";
import { HEADS_CHANNEL } from "../src/db/heads.ts";
import { createEventRetention } from "../src/db/old-events.ts";
import { lifeOf, startEvents, type EventsUnderTest } from "./service.ts";

let service: EventsUnderTest;
beforeAll(async () => void (service = await startEvents()));
afterAll(() => service.stop());

const newGame = () => service.games.add().game.id;
const sequencesOf = ({ events }: { events: readonly { sequence: bigint }[] }) =>
  events.map(({ sequence }) => Number(sequence));

describe("watching a log", () => {
  test("begins where it ends now, and tells what comes after that, with its tournament", async () => {
    const gameId = newGame();
    expect(await service.client.watchEvents({ gameId })).toMatchObject({
      events: [],
      nextAfter: 0n,
    });
    const life = lifeOf(gameId);
    await service.client.recordEvents({ events: batchBytes([life.created()]) });
    const { nextAfter } = await service.client.watchEvents({ gameId, waitMs: 5_000 });
    expect(nextAfter).toBe(1n);
    await service.client.recordEvents({ events: batchBytes([life.published(), life.joined()]) });
    const found = await service.client.watchEvents({ gameId, afterSequence: nextAfter });
    expect(found.events).toMatchObject([
      { sequence: 2n, type: "tournament.published", tournamentId: life.tournamentId },
      { sequence: 3n, type: "entry.joined", tournamentId: life.tournamentId },
    ]);
    expect(found.nextAfter).toBe(3n);
  });

  test("reports events that another replica recorded", async () => {
    const other = await service.another();
    const gameId = newGame();
    const waiting = service.client.watchEvents({ gameId, afterSequence: 0n, waitMs: 5_000 });
    await other.client.recordEvents({ events: batchBytes([lifeOf(gameId).created()]) });
    expect(sequencesOf(await waiting)).toEqual([1]);
    await other.stop();
  });

  test("ends with an announcement, before it looks by itself", async () => {
    const gameId = newGame();
    // The first wait opens the connection that hears.
    await service.client.watchEvents({ gameId, afterSequence: 0n, waitMs: 1 });
    await heard();
    let last: bigint | undefined;
    const waiting = service.client
      .awaitEvents({ gameId, afterSequence: 0n, waitMs: 5_000 })
      .then(({ lastSequence }) => (last = lastSequence));
    // This log has no events: a look finds nothing, and only the announcement names a sequence. It is
    // repeated because the wait may begin after the first one.
    const announce = async () => {
      await service.admin.query("SELECT pg_notify($1, $2)", [HEADS_CHANNEL, `${gameId} 7`]);
      return last;
    };
    await expect.poll(announce).toBe(7n);
    await waiting;
  });

  test("is announced what a replica records", async () => {
    const gameId = newGame();
    const listener = await service.admin.connect();
    const payloads: (string | undefined)[] = [];
    listener.on("notification", ({ payload }) => payloads.push(payload));
    try {
      await listener.query(`LISTEN ${HEADS_CHANNEL}`);
      await service.client.recordEvents({ events: batchBytes([lifeOf(gameId).created()]) });
      await expect.poll(() => payloads).toContain(`${gameId} 1`);
    } finally {
      // A connection that still listens must not go back to the pool.
      listener.release(true);
    }
  });

  test("goes on by looking while nothing can be heard, and hears again", async () => {
    const gameId = newGame();
    const other = await service.another();
    await service.client.watchEvents({ gameId, afterSequence: 0n, waitMs: 1 });
    await service.admin.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE query = 'LISTEN event_head' AND datname = current_database()`,
    );
    await other.client.recordEvents({ events: batchBytes([lifeOf(gameId).created()]) });
    // Whoever begins to wait looks, so nothing is missed.
    const found = await service.client.watchEvents({ gameId, afterSequence: 0n, waitMs: 5_000 });
    expect(sequencesOf(found)).toEqual([1]);
    await heard();
    await other.stop();
  });

  test("ends with nothing when its time is over", async () => {
    const gameId = newGame();
    const found = await service.client.watchEvents({ gameId, afterSequence: 7n, waitMs: 1 });
    expect(found).toMatchObject({ events: [], nextAfter: 7n });
  });

  test("is told apart from a log that begins later", async () => {
    const gameId = newGame();
    const events = Array.from({ length: 3 }, () => lifeOf(gameId).created());
    await service.client.recordEvents({ events: batchBytes(events) });
    await service.admin.query(
      `UPDATE events.event SET created_at = now() - interval '31 days'
       WHERE game_id = $1 AND sequence < 3`,
      [gameId],
    );
    const retention = createEventRetention(service.context.db, service.context.log);
    while (await retention.runOnce());
    await expect(service.client.watchEvents({ gameId, afterSequence: 1n })).rejects.toMatchObject({
      reason: "EVENTS_EXPIRED",
    });
    const rest = await service.client.watchEvents({ gameId, afterSequence: 2n });
    expect(sequencesOf(rest)).toEqual([3]);
  });
});

/** Waits until a connection listens. */
const heard = () =>
  vi.waitFor(async () => {
    const { rowCount } = await service.admin.query(
      `SELECT FROM pg_stat_activity
         WHERE query = 'LISTEN event_head' AND datname = current_database()`,
    );
    expect(rowCount).toBeGreaterThan(0);
  }, 30_000);
