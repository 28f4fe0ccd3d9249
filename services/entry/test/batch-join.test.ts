import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "@tms/kit/values/ids";
import { handles, outcomesOf, refusal, startEntry, type EntryUnderTest } from "./service.ts";

let service: EntryUnderTest;
beforeAll(async () => {
  service = await startEntry();
});
afterAll(() => service?.close());

interface Join {
  origin?: { actor?: string; requestId?: string };
  requestId: string;
  gameId: string;
  tournamentId: string;
  handle: string;
}

async function namesOf(joins: Join[]): Promise<string[]> {
  return (await outcomesOf(service.entry, joins)).map(({ outcome }) =>
    outcome.case === "refused" ? outcome.value.reason : String(outcome.case),
  );
}

describe("a batch of joins", () => {
  test("lets no invalid join fail the others", async () => {
    const tournament = service.newTournament({ entryFeeMinorUnits: 5n });
    const valid = { ...tournament, requestId: newId(), handle: "ann" };
    const outcomes = await namesOf([
      { ...valid, requestId: newId(), handle: "a\nb" },
      { ...valid, requestId: newId(), handle: "x".repeat(65) },
      { ...valid, requestId: newId(), handle: "" },
      { ...valid, requestId: "no id" },
      { ...valid, requestId: newId(), tournamentId: "no id" },
      valid,
      { ...valid, requestId: newId(), tournamentId: newId() },
      { ...valid, requestId: newId(), gameId: newId() },
      { ...service.newTournament(), requestId: newId(), handle: "bob" },
    ]);
    expect(outcomes).toEqual([
      ...Array<string>(5).fill("INVALID_ARGUMENT"),
      "entry",
      "TOURNAMENT_NOT_FOUND",
      "TOURNAMENT_NOT_FOUND",
      "entry",
    ]);
    expect(service.wallet.charges(tournament.tournamentId)).toHaveLength(1);
  });

  test("lets callers join together, and refuses alone one who names an actor that is none", async () => {
    const tournament = service.newTournament();
    const joins = [
      { origin: { actor: `api_key:${newId()}`, requestId: newId() }, handle: "ann" },
      { origin: { actor: `user:${newId()}`, requestId: "not fit for a log" }, handle: "bob" },
      { origin: { actor: "user:<script>" }, handle: "eve" },
      { origin: { actor: `user:${newId()}, user:${newId()}` }, handle: "eve" },
      { origin: {}, handle: "cat" },
      { handle: "dan" },
    ].map((join) => ({ ...tournament, ...join, requestId: newId() }));
    expect(await namesOf(joins)).toEqual([
      "entry",
      "entry",
      "INVALID_ARGUMENT",
      "INVALID_ARGUMENT",
      "entry",
      "entry",
    ]);
    expect(await service.seatsTaken(tournament)).toBe(4);
  });

  test("refuses alone a gamer who is in and comes with a new request, on two replicas", async () => {
    const tournament = service.newTournament({ entryFeeMinorUnits: 5n });
    await service.join(tournament, "ann");
    const other = await startEntry(service);
    for (let round = 0; round < 8; round++) {
      const names = handles(12).map((name) => `${name} of ${round}`);
      const batch = ["ann", ...names].map((handle) => ({
        ...tournament,
        requestId: newId(),
        handle,
      }));
      // Bob is new, but in both batches, each time with another request.
      const bobs = [0, 1].map(() => ({
        ...tournament,
        requestId: newId(),
        handle: `bob of ${round}`,
      }));
      const answers = await Promise.all([
        outcomesOf(service.entry, [...batch, ...bobs.slice(0, 1)]),
        outcomesOf(other.entry, [...bobs.slice(1), ...batch.toReversed()]),
      ]);
      const [mine = [], theirs = []] = answers.map((outcomes) =>
        outcomes.map(({ outcome }) =>
          outcome.case === "refused" ? outcome.value.reason : String(outcome.case),
        ),
      );
      const expected = ["GAMER_ALREADY_JOINED", ...names.map(() => "entry")];
      expect(mine.slice(0, -1)).toEqual(expected);
      expect(theirs.slice(1)).toEqual(expected.toReversed());
      expect(new Set([mine.at(-1), theirs[0]])).toEqual(new Set(["GAMER_ALREADY_JOINED", "entry"]));
    }
    // Ann, and in each round twelve others and bob.
    expect(await service.seatsTaken(tournament)).toBe(1 + 8 * 13);
    expect(service.wallet.charges(tournament.tournamentId)).toHaveLength(1 + 8 * 13);
    await other.close();
  });

  test("lets no tournament that cannot be looked up fail the joins of others", async () => {
    const [known, unknown] = [service.newTournament(), service.newTournament()];
    await service.join(known, "ann");
    service.tournaments.down = true;
    const outcomes = await namesOf(
      [known, unknown].map((tournament) => ({ ...tournament, requestId: newId(), handle: "bob" })),
    );
    service.tournaments.down = false;
    expect(outcomes).toEqual(["entry", "UNAVAILABLE"]);
  });

  test("answers those who need nobody while a charge hangs", async () => {
    const [free, paid] = [
      service.newTournament(),
      service.newTournament({ entryFeeMinorUnits: 5n }),
    ];
    const hung = Promise.withResolvers<void>();
    service.wallet.slow = () => hung.promise;
    const joins = [paid, free].map((tournament) => ({
      ...tournament,
      requestId: newId(),
      handle: "ann",
    }));
    const answers = service.entry.batchJoin({ joins })[Symbol.asyncIterator]();
    expect((await answers.next()).value?.outcomes).toMatchObject([{ index: 1 }]);
    expect((await service.join(free, "bob")).handle).toBe("bob");
    hung.resolve();
    expect((await answers.next()).value?.outcomes).toMatchObject([{ index: 0 }]);
    expect((await answers.next()).done).toBe(true);
    service.wallet.slow = undefined;
  });

  test("seats in order until all seats are taken", async () => {
    const tournament = service.newTournament({ maxEntries: 3 });
    const joins = handles(5).map((handle) => ({ ...tournament, requestId: newId(), handle }));
    const expected = ["entry", "entry", "entry", "TOURNAMENT_FULL", "TOURNAMENT_FULL"];
    expect(await namesOf(joins)).toEqual(expected);
    expect(await namesOf(joins)).toEqual(expected);
  });

  test("answers copies of one request alike, and other requests of that gamer as late", async () => {
    const tournament = service.newTournament();
    const [first, second] = [newId(), newId()];
    const join = (requestId: string, handle = "ann") => ({ ...tournament, requestId, handle });
    const joins = [first, first, second, second, first].map((id) => join(id));
    expect(await namesOf([...joins, join(first, "bob")])).toEqual([
      "entry",
      "entry",
      "GAMER_ALREADY_JOINED",
      "GAMER_ALREADY_JOINED",
      "entry",
      "REQUEST_ID_REUSED",
    ]);
    expect(await service.seatsTaken(tournament)).toBe(1);
  });

  test("has one to a thousand joins", async () => {
    const tournament = service.newTournament();
    const joins = handles(1_001).map((handle) => ({ ...tournament, requestId: newId(), handle }));
    expect(await refusal(namesOf(joins))).toBe("INVALID_ARGUMENT");
    expect(await refusal(namesOf([]))).toBe("INVALID_ARGUMENT");
    expect(new Set(await namesOf(joins.slice(1)))).toEqual(new Set(["entry"]));
  });
});
