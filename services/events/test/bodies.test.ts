import { batchBytes } from "@tms/kit/events/batch";
import { newId } from "@tms/kit/values/ids";
import type { Event } from "@tms/proto/tms/event/v1/event";
import type { World } from "../../../test/world/world.ts";
import { describe, expect, test } from "./fixture.ts";
import { createEvent, createLife, createTournament } from "./life.ts";

/** Records an event; returns its body in the log. */
async function readBody(world: World, event: Event) {
  const { refusedIds, waitingIds } = await world.events.recordEvents({
    events: batchBytes([event]),
    overdueIds: [event.id],
  });
  expect([...refusedIds, ...waitingIds]).toEqual([]);
  const { gameId, id: eventId } = event;
  const { event: recorded } = await world.events.getEvent({ gameId, eventId });
  return { text: recorded?.body ?? "", json: JSON.parse(recorded?.body ?? "null") };
}

describe("the body of an event", () => {
  test("has its fields in this order", async ({ gameId, world }) => {
    const [keyId, tournamentId] = [newId(), newId()];
    const event = createEvent(
      gameId,
      {
        case: "tournamentCreated",
        value: { tournament: createTournament(gameId, tournamentId) },
      },
      { actor: { type: "api_key", id: keyId }, requestId: "abc.1" },
    );
    const { json, text } = await readBody(world, event);
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

  test("has amounts in the currency of its environment", async ({ world }) => {
    const currency = { code: "GEMS", exponent: 0 };
    const request = { requestId: newId(), name: "Chess", currency };
    const { testGame } = await world.game.createGame(request);
    const gameId = testGame?.id ?? "";
    const life = createLife(gameId);
    const { json } = await readBody(world, life.joined());
    expect(json).toMatchObject({ test: true, actor: { type: "system", id: null } });
    expect(json.data.entry.entryFee).toBe(250);
    expect(json.data.transaction).toEqual({
      id: json.data.entry.id,
      amount: -250,
      payer: "wallet",
    });
  });

  test("has the former values of an update's changes, and no other", async ({ gameId, world }) => {
    const tournament = createTournament(gameId);
    const previous = { ...tournament.terms, name: "Closed", entryFeeMinorUnits: 5n };
    const event = createEvent(gameId, {
      case: "tournamentUpdated",
      value: { tournament, previous },
    });
    const { json } = await readBody(world, event);
    expect(json.data.previous).toEqual({ name: "Closed", entryFee: 0.05 });
    expect(json.data.tournament).toMatchObject({ name: "Open", entryFee: 2.5 });
  });

  test("stays below 32 KiB for any texts of a tournament", async ({ gameId, world }) => {
    for (const character of ["x", "🏆", "\u0001", '"']) {
      const long = character.repeat(5_000);
      const made = createTournament(gameId, newId(), long);
      const former = { ...made.terms, description: `${long.slice(0, -2)}!` };
      const metadata = (letter: string) => JSON.stringify({ text: letter.repeat(4_085) });
      for (const [now, before] of [
        ["", ""],
        [metadata("n"), ""],
        [metadata("n"), metadata("b")],
      ] as const) {
        const tournament = { ...made, terms: { ...made.terms, metadata: now } };
        const previous = { ...former, metadata: before };
        const event = createEvent(gameId, {
          case: "tournamentUpdated",
          value: { tournament, previous },
        });
        expect(Buffer.byteLength((await readBody(world, event)).text)).toBeLessThan(32_768);
      }
    }
  });

  test("stays below 32 KiB for any handles and scores", async ({ gameId, world }) => {
    const life = createLife(gameId);
    const score = BigInt(Number.MIN_SAFE_INTEGER);
    for (const character of ["x", "🏆", '"'])
      for (const event of [
        life.scored(50, { handle: character.repeat(64), score, tieBreaks: 3 }),
        life.held(JSON.stringify({ note: character.repeat(500) })),
      ])
        expect(Buffer.byteLength((await readBody(world, event)).text)).toBeLessThan(32_768);
  });

  test("has each gamer's standing, and the metadata of a held score", async ({ gameId, world }) => {
    const life = createLife(gameId);
    const { json } = await readBody(world, life.scored(1));
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
    const held = await readBody(world, life.held('{"map":"dust"}'));
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

  test("has metadata, and null if there was none before", async ({ gameId, world }) => {
    const made = createTournament(gameId);
    const tournament = {
      ...made,
      terms: { ...made.terms, metadata: `{"a":1}`, externalId: "final-1" },
    };
    const previous = { ...made.terms, externalId: "final-1" };
    const event = createEvent(gameId, {
      case: "tournamentUpdated",
      value: { tournament, previous },
    });
    const { json } = await readBody(world, event);
    expect(json.data.tournament).toMatchObject({ metadata: { a: 1 }, externalId: "final-1" });
    expect(json.data.previous).toEqual({ metadata: null });
  });
});
