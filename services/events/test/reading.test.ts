import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { batchBytes } from "@tms/kit/events/batch";
import { newId } from "@tms/kit/values/ids";
import { createEventRetention } from "../src/db/old-events.ts";
import { eventIn, lifeOf, startEvents, tournamentOf, type EventsUnderTest } from "./service.ts";

let service: EventsUnderTest;
beforeAll(async () => void (service = await startEvents()));
afterAll(() => service.stop());

const newGame = () => service.games.add().game.id;
const sequencesOf = ({ events }: { events: readonly { sequence: bigint }[] }) =>
  events.map(({ sequence }) => Number(sequence));

describe("reading a log", () => {
  test("goes on where it was left, and always says where that is", async () => {
    const gameId = newGame();
    const events = Array.from({ length: 5 }, () => lifeOf(gameId).created());
    await service.client.recordEvents({ events: batchBytes(events) });
    const first = await service.client.listEvents({ gameId, limit: 2 });
    expect(sequencesOf(first)).toEqual([1, 2]);
    const rest = await service.client.listEvents({ gameId, afterSequence: first.nextAfter });
    expect(sequencesOf(rest)).toEqual([3, 4, 5]);
    const none = await service.client.listEvents({ gameId, afterSequence: rest.nextAfter });
    expect(none).toMatchObject({ events: [], nextAfter: 5n });
    expect(await service.client.listEvents({ gameId: newGame() })).toMatchObject({ nextAfter: 0n });
  });

  test("leaves out other types and other tournaments, and still goes on", async () => {
    const gameId = newGame();
    const [one, other] = [lifeOf(gameId), lifeOf(gameId)];
    const events = [
      one.created(),
      other.created(),
      one.published(),
      one.joined(),
      other.published(),
    ];
    await service.client.recordEvents({ events: batchBytes(events) });
    const typed = await service.client.listEvents({
      gameId,
      types: ["entry.*", "tournament.published"],
    });
    expect(sequencesOf(typed)).toEqual([3, 4, 5]);
    const { tournamentId } = one;
    const about = await service.client.listEvents({ gameId, tournamentId });
    expect(sequencesOf(about)).toEqual([1, 3, 4]);
    const nothing = await service.client.listEvents({ gameId, types: ["payout.paid"] });
    expect(nothing).toMatchObject({ events: [], nextAfter: 5n });
  });

  test("keeps an answer within a message, however long the events are", async () => {
    const gameId = newGame();
    const events = Array.from({ length: 200 }, () => lifeOf(gameId).created("x".repeat(5_000)));
    events.push(...Array.from({ length: 200 }, () => lifeOf(gameId).created("🏆".repeat(4_500))));
    for (let first = 0; first < events.length; first += 100)
      await service.client.recordEvents({ events: batchBytes(events.slice(first, first + 100)) });
    const read: number[] = [];
    let after = 0n;
    for (;;) {
      const page = await service.client.listEvents({ gameId, afterSequence: after, limit: 1_000 });
      if (page.events.length === 0) break;
      read.push(...sequencesOf(page));
      after = page.nextAfter;
    }
    expect(read).toEqual(Array.from({ length: 400 }, (_, index) => index + 1));
  });

  test("refuses a position beyond its end, as one has who read another log", async () => {
    const gameId = newGame();
    const at = (afterSequence: bigint) =>
      service.client
        .listEvents({ gameId, afterSequence })
        .then(sequencesOf, (error: unknown) => error);
    expect(await at(1n)).toMatchObject({ reason: "INVALID_ARGUMENT" });
    await service.client.recordEvents({ events: batchBytes([lifeOf(gameId).created()]) });
    expect(await at(1n)).toEqual([]);
    const refused = await at(2n);
    expect(refused).toMatchObject({
      reason: "INVALID_ARGUMENT",
      fields: [{ field: "after_sequence", description: expect.stringContaining("sequence 1") }],
    });
  });

  test("shows the newest first, page by page, down to the oldest", async () => {
    const gameId = newGame();
    const [one, other] = [lifeOf(gameId), lifeOf(gameId)];
    const events = [one.created(), other.created(), one.published(), one.joined()];
    await service.client.recordEvents({ events: batchBytes(events) });
    const first = await service.client.listEvents({ gameId, newestFirst: true, limit: 2 });
    expect(sequencesOf(first)).toEqual([4, 3]);
    expect(first).toMatchObject({ nextAfter: 4n, nextBefore: 3n });
    const { nextBefore } = first;
    const older = { gameId, newestFirst: true, beforeSequence: nextBefore, limit: 2 };
    const second = await service.client.listEvents(older);
    expect(sequencesOf(second)).toEqual([2, 1]);
    expect(second.nextBefore).toBe(0n);
    const about = { gameId, newestFirst: true, tournamentId: one.tournamentId, limit: 2 };
    const ofOne = await service.client.listEvents(about);
    expect([sequencesOf(ofOne), ofOne.nextBefore]).toEqual([[4, 3], 3n]);
    const none = { gameId, newestFirst: true, types: ["payout.*"] };
    expect(await service.client.listEvents(none)).toMatchObject({ events: [], nextBefore: 0n });
  });

  test("shows what people did by itself", async () => {
    const gameId = newGame();
    const tournament = () => ({ tournament: tournamentOf(gameId, newId()) });
    const by = (type: "user" | "api_key") =>
      eventIn(
        gameId,
        { case: "tournamentCreated", value: tournament() },
        { actor: { type, id: newId() }, requestId: null },
      );
    await service.client.recordEvents({
      events: batchBytes([by("api_key"), by("user"), by("api_key"), by("user")]),
    });
    expect(sequencesOf(await service.client.listEvents({ gameId, audited: true }))).toEqual([2, 4]);
    const newest = { gameId, audited: true, newestFirst: true, limit: 1 };
    const page = await service.client.listEvents(newest);
    expect([sequencesOf(page), page.nextBefore]).toEqual([[4], 4n]);
  });

  test("finds one event, and none of another environment", async () => {
    const [gameId, other] = [newGame(), newGame()];
    const event = lifeOf(gameId).created();
    await service.client.recordEvents({ events: batchBytes([event]) });
    const found = await service.client.getEvent({ gameId, eventId: event.id });
    expect(found.event).toMatchObject({ sequence: 1n, type: "tournament.created" });
    await expect(
      service.client.getEvent({ gameId: other, eventId: event.id }),
    ).rejects.toMatchObject({ reason: "EVENT_NOT_FOUND" });
  });
});

describe("waiting for a log to grow", () => {
  test("ends with the event that another replica took in", async () => {
    const gameId = newGame();
    const other = await service.another();
    const waiting = service.client.awaitEvents({ gameId, afterSequence: 0n, waitMs: 5_000 });
    await other.client.recordEvents({ events: batchBytes([lifeOf(gameId).created()]) });
    expect((await waiting).lastSequence).toBe(1n);
    // What is there already is told at once.
    const again = await service.client.awaitEvents({ gameId, afterSequence: 0n, waitMs: 5_000 });
    expect(again.lastSequence).toBe(1n);
    await other.stop();
  });

  test("ends when its time is over", async () => {
    const gameId = newGame();
    const { lastSequence } = await service.client.awaitEvents({ gameId, waitMs: 1 });
    expect(lastSequence).toBe(0n);
  });
});

describe("an event", () => {
  test("is forgotten after 30 days; what a person did and who has access after 400", async () => {
    const gameId = newGame();
    const person = { actor: { type: "user", id: newId() } as const, requestId: null };
    const byPerson = () =>
      eventIn(
        gameId,
        { case: "tournamentCreated", value: { tournament: tournamentOf(gameId, newId()) } },
        person,
      );
    const events = [lifeOf(gameId).created(), byPerson(), byPerson(), lifeOf(gameId).created()];
    await service.client.recordEvents({ events: batchBytes(events) });
    const age = (sequence: number, days: number) =>
      service.admin.query(
        `UPDATE events.event SET created_at = now() - make_interval(days => $3)
         WHERE game_id = $1 AND sequence = $2`,
        [gameId, sequence, days],
      );
    for (const [sequence, days] of [
      [1, 31],
      [2, 401],
      [3, 399],
      [4, 29],
    ] as const)
      await age(sequence, days);
    const retention = createEventRetention(service.context.db, service.context.log);
    while (await retention.runOnce());
    const { rows } = await service.admin.query(
      `SELECT sequence::int FROM events.event WHERE game_id = $1 ORDER BY sequence`,
      [gameId],
    );
    expect(rows.map(({ sequence }) => sequence)).toEqual([3, 4]);
    await expect(service.client.listEvents({ gameId, afterSequence: 0n })).rejects.toMatchObject({
      reason: "EVENTS_EXPIRED",
    });
    expect(sequencesOf(await service.client.listEvents({ gameId }))).toEqual([3, 4]);
    // The next one goes on counting.
    await service.client.recordEvents({ events: batchBytes([lifeOf(gameId).created()]) });
    expect(sequencesOf(await service.client.listEvents({ gameId }))).toEqual([3, 4, 5]);
  });
});
