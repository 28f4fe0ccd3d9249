import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "@tms/kit/values/ids";
import { Payer } from "@tms/proto/tms/game/v1/game";
import { handles, refusal, startEntry, type EntryUnderTest } from "./service.ts";

// Two replicas on one database.
let one: EntryUnderTest;
let other: EntryUnderTest;
beforeAll(async () => {
  one = await startEntry();
  other = await startEntry(one);
});
afterAll(async () => {
  await other?.close();
  await one?.close();
});

const replica = (index: number) => (index % 2 === 0 ? one : other);

const MOST_TRIES = 10;

/** What a call comes to for a caller who asks again while the tournament is busy. */
async function answerOf(call: () => Promise<unknown>): Promise<string> {
  let answer = "UNAVAILABLE";
  for (let tries = 0; answer === "UNAVAILABLE" && tries < MOST_TRIES; tries++)
    answer = await refusal(call());
  return answer;
}

describe("racing joins", () => {
  test("of 300 for 100 seats, some sent three times, fill exactly 100", async () => {
    const tournament = one.newTournament({ maxEntries: 100, entryFeeMinorUnits: 5n });
    const calls = handles(300).flatMap((handle, index) => {
      const requestId = newId();
      return Array.from({ length: index % 3 === 0 ? 3 : 1 }, (_, copy) => ({
        handle,
        outcome: answerOf(() => replica(index + copy).join(tournament, handle, requestId)),
      }));
    });
    const outcomes = await Promise.all(
      calls.map(async ({ handle, outcome }) => ({ handle, outcome: await outcome })),
    );
    const winners = new Set(
      outcomes.filter(({ outcome }) => outcome === "accepted").map(({ handle }) => handle),
    );
    expect(winners.size).toBe(100);
    // All copies of one request have one answer.
    for (const { handle, outcome } of outcomes)
      expect(outcome).toBe(winners.has(handle) ? "accepted" : "TOURNAMENT_FULL");
    expect(await one.seatsTaken(tournament)).toBe(100);
    expect(one.wallet.charges(tournament.tournamentId)).toHaveLength(100);
    const { entries } = await one.entry.listEntries({ ...tournament, pageSize: 1_000 });
    expect(new Set(entries.map((entry) => entry.handle))).toEqual(winners);
  });

  test("of one gamer, each with a request of its own, make one entry and one charge", async () => {
    const tournament = one.newTournament({ entryFeeMinorUnits: 5n });
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        answerOf(() => replica(index).join(tournament, "ann")),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === "accepted")).toHaveLength(1);
    expect(new Set(outcomes)).toEqual(new Set(["accepted", "GAMER_ALREADY_JOINED"]));
    expect(one.wallet.charges(tournament.tournamentId)).toHaveLength(1);
  });

  test("of the same newcomers in many tournaments finish, each gamer being one", async () => {
    const gameId = newId();
    const tournaments = Array.from({ length: 6 }, () => one.newTournament({ gameId }));
    await Promise.all(
      tournaments.map((tournament, index) =>
        replica(index).joinAll(tournament, index < 3 ? handles(40) : handles(40).toReversed()),
      ),
    );
    const { rows } = await one.admin.query(`SELECT 1 FROM entry.gamer WHERE game_id = $1`, [
      gameId,
    ]);
    expect(rows).toHaveLength(40);
  });

  test("of one request for two tournaments take one seat", async () => {
    for (let round = 0; round < 15; round++) {
      const tournaments = [one.newTournament(), one.newTournament()];
      const requestId = newId();
      const outcomes = await Promise.all(
        tournaments.map((tournament, index) =>
          refusal(replica(index).join(tournament, "ann", requestId)),
        ),
      );
      expect(outcomes.toSorted()).toEqual(["REQUEST_ID_REUSED", "accepted"]);
      const [first = 0, second = 0] = await Promise.all(
        tournaments.map((tournament) => one.seatsTaken(tournament)),
      );
      expect(first + second).toBe(1);
    }
  });

  test("that cannot pay never keep a seat from those who can for good", async () => {
    const tournament = one.newTournament({
      entryFeeMinorUnits: 5n,
      payer: Payer.WALLET,
      maxEntries: 10,
    });
    await Promise.all(
      handles(60).map((handle, index) => refusal(replica(index).join(tournament, handle))),
    );
    expect(await one.seatsTaken(tournament)).toBe(0);
    expect(one.wallet.charges(tournament.tournamentId)).toEqual([]);
  });
});
