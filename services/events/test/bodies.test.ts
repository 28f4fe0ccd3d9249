import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { batchBytes } from "@tms/kit/events/batch";
import { newId } from "@tms/kit/values/ids";
import type { Event } from "@tms/proto/tms/event/v1/event";
import { Mode } from "@tms/proto/tms/game/v1/game";
import { eventIn, lifeOf, startEvents, tournamentOf, type EventsUnderTest } from "./service.ts";

let service: EventsUnderTest;
beforeAll(async () => void (service = await startEvents()));
afterAll(() => service.stop());

/** The body of an event as it stands in the log. */
async function bodyOf(event: Event) {
  const { refusedIds, waitingIds } = await service.client.recordEvents({
    events: batchBytes([event]),
    overdueIds: [event.id],
  });
  expect([...refusedIds, ...waitingIds]).toEqual([]);
  const { gameId, id: eventId } = event;
  const { event: recorded } = await service.client.getEvent({ gameId, eventId });
  return { text: recorded?.body ?? "", json: JSON.parse(recorded?.body ?? "null") };
}

describe("the body of an event", () => {
  test("says what, when, where, whose doing and by which request, in this order", async () => {
    const { id: gameId } = service.games.add({ mode: Mode.LIVE }).game;
    const [keyId, tournamentId] = [newId(), newId()];
    const event = eventIn(
      gameId,
      {
        case: "tournamentCreated",
        value: { tournament: tournamentOf(gameId, tournamentId) },
      },
      { actor: { type: "api_key", id: keyId }, requestId: "abc.1" },
    );
    const { json, text } = await bodyOf(event);
    expect(json).toMatchObject({
      id: event.id,
      sequence: 1,
      type: "tournament.created",
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      game: gameId,
      test: false,
      actor: { type: "api_key", id: keyId },
      requestId: "abc.1",
      data: { tournament: { id: tournamentId, entryFee: 2.5, status: "pending" } },
    });
    expect(Object.keys(json)).toEqual(
      "id sequence type timestamp game test actor requestId data".split(" "),
    );
    expect(json.data.tournament).not.toHaveProperty("prizePool");
    expect(text).not.toMatch(/\n|": /);
  });

  test("counts amounts in the currency of its environment", async () => {
    const { id: gameId } = service.games.add({ currency: { code: "GEMS", exponent: 0 } }).game;
    const life = lifeOf(gameId);
    const { json } = await bodyOf(life.joined());
    expect(json).toMatchObject({ test: true, actor: { type: "system", id: null } });
    expect(json.data.entry.entryFee).toBe(250);
    expect(json.data.transaction).toEqual({
      id: json.data.entry.id,
      amount: -250,
      payer: "wallet",
    });
  });

  test("of an update tells the former values of what changed, and of nothing else", async () => {
    const { id: gameId } = service.games.add().game;
    const tournament = tournamentOf(gameId, newId());
    const previous = { ...tournament.terms, name: "Closed", entryFeeMinorUnits: 5n };
    const event = eventIn(gameId, { case: "tournamentUpdated", value: { tournament, previous } });
    const { json } = await bodyOf(event);
    expect(json.data.previous).toEqual({ name: "Closed", entryFee: 0.05 });
    expect(json.data.tournament).toMatchObject({ name: "Open", entryFee: 2.5 });
  });

  test("stays below 32 KiB, whatever a game writes into its tournaments", async () => {
    const { id: gameId } = service.games.add().game;
    for (const character of ["x", "🏆", "\u0001", '"']) {
      const long = character.repeat(5_000);
      const made = tournamentOf(gameId, newId(), long);
      const former = { ...made.terms, description: `${long.slice(0, -2)}!` };
      const metadata = (letter: string) => JSON.stringify({ text: letter.repeat(4_085) });
      for (const [now, before] of [
        ["", ""],
        [metadata("n"), ""],
        [metadata("n"), metadata("b")],
      ] as const) {
        const tournament = { ...made, terms: { ...made.terms, metadata: now } };
        const previous = { ...former, metadata: before };
        const event = eventIn(gameId, {
          case: "tournamentUpdated",
          value: { tournament, previous },
        });
        expect(Buffer.byteLength((await bodyOf(event)).text)).toBeLessThan(32_768);
      }
    }
  });

  test("of scores stays below 32 KiB, whatever its gamers are called and score", async () => {
    const { id: gameId } = service.games.add().game;
    const life = lifeOf(gameId);
    const most = BigInt(Number.MIN_SAFE_INTEGER);
    for (const character of ["x", "🏆", '"'])
      for (const event of [
        life.scored(50, { handle: character.repeat(64), most }),
        life.held(JSON.stringify({ note: character.repeat(500) })),
      ])
        expect(Buffer.byteLength((await bodyOf(event)).text)).toBeLessThan(32_768);
  });

  test("of scores tells each gamer's standing, and of a held one what was sent with it", async () => {
    const { id: gameId } = service.games.add().game;
    const life = lifeOf(gameId);
    const { json } = await bodyOf(life.scored(1));
    expect(json.data.scores).toEqual({
      tournament: life.tournamentId,
      firstSequence: 7,
      lastSequence: 9,
      attempts: 3,
      gamers: [
        {
          gamer: expect.any(String),
          gamerHandle: "ada",
          entry: expect.any(String),
          standing: {
            score: 5,
            tieBreaks: [5],
            attempts: 10_000,
            attemptsLeft: 0,
            reachedAt: "2030-03-17T17:46:40.000Z",
          },
        },
      ],
      gamersCount: 1,
    });
    const held = await bodyOf(life.held('{"map":"dust"}'));
    expect(held.json).toMatchObject({
      type: "score.held",
      data: {
        score: {
          tournament: life.tournamentId,
          gamerHandle: "ada",
          state: "held",
          metadata: { map: "dust" },
          standing: { score: null, attempts: 1 },
        },
      },
    });
  });

  test("has the metadata of what it is about, and null where there was none before", async () => {
    const { id: gameId } = service.games.add().game;
    const made = tournamentOf(gameId, newId());
    const tournament = {
      ...made,
      terms: { ...made.terms, metadata: `{"a":1}`, externalId: "final-1" },
    };
    const previous = { ...made.terms, externalId: "final-1" };
    const event = eventIn(gameId, { case: "tournamentUpdated", value: { tournament, previous } });
    const { json } = await bodyOf(event);
    expect(json.data.tournament).toMatchObject({ metadata: { a: 1 }, externalId: "final-1" });
    expect(json.data.previous).toEqual({ metadata: null });
  });
});
