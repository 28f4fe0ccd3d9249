import { afterAll, beforeAll, describe, expect, test } from "vitest";
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
    events: [event],
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
      const tournament = tournamentOf(gameId, newId(), long);
      const previous = { ...tournament.terms, description: `${long.slice(0, -2)}!` };
      const event = eventIn(gameId, { case: "tournamentUpdated", value: { tournament, previous } });
      expect(Buffer.byteLength((await bodyOf(event)).text)).toBeLessThan(32_768);
    }
  });
});
