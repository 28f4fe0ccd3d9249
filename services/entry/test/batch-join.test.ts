import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "@tms/kit/values/ids";
import { handles, outcomesOf, refusal, startEntry, type EntryUnderTest } from "./service.ts";

let under: EntryUnderTest;
beforeAll(async () => {
  under = await startEntry();
});
afterAll(() => under?.close());

interface Join {
  requestId: string;
  gameId: string;
  tournamentId: string;
  handle: string;
}

async function namesOf(joins: Join[]): Promise<string[]> {
  return (await outcomesOf(under.entry, joins)).map(({ outcome }) =>
    outcome.case === "refused" ? outcome.value.reason : String(outcome.case),
  );
}

describe("a batch of joins", () => {
  test("lets no unfit one harm its neighbours", async () => {
    const cup = under.newCup({ entryFeeMinorUnits: 5n });
    const fit = { ...cup, requestId: newId(), handle: "ann" };
    const outcomes = await namesOf([
      { ...fit, requestId: newId(), handle: "a\nb" },
      { ...fit, requestId: newId(), handle: "x".repeat(65) },
      { ...fit, requestId: newId(), handle: "" },
      { ...fit, requestId: "no id" },
      { ...fit, requestId: newId(), tournamentId: "no id" },
      fit,
      { ...fit, requestId: newId(), tournamentId: newId() },
      { ...fit, requestId: newId(), gameId: newId() },
      { ...under.newCup(), requestId: newId(), handle: "bob" },
    ]);
    expect(outcomes).toEqual([
      ...Array<string>(5).fill("INVALID_ARGUMENT"),
      "entry",
      "TOURNAMENT_NOT_FOUND",
      "TOURNAMENT_NOT_FOUND",
      "entry",
    ]);
    expect(under.wallet.charges(cup.tournamentId)).toHaveLength(1);
  });

  test("refuses alone a gamer who is in and comes with a new request, on two replicas", async () => {
    const cup = under.newCup({ entryFeeMinorUnits: 5n });
    await under.join(cup, "ann");
    const other = await startEntry(under);
    for (let round = 0; round < 8; round++) {
      const names = handles(12).map((name) => `${name} of ${round}`);
      const batch = ["ann", ...names].map((handle) => ({ ...cup, requestId: newId(), handle }));
      // Bob is new, but in both batches, each time with another request.
      const bobs = [0, 1].map(() => ({ ...cup, requestId: newId(), handle: `bob of ${round}` }));
      const answers = await Promise.all([
        outcomesOf(under.entry, [...batch, ...bobs.slice(0, 1)]),
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
    expect(await under.seatsTaken(cup)).toBe(1 + 8 * 13);
    expect(under.wallet.charges(cup.tournamentId)).toHaveLength(1 + 8 * 13);
    await other.close();
  });

  test("lets no tournament that cannot be looked up harm those that are known", async () => {
    const [known, unknown] = [under.newCup(), under.newCup()];
    await under.join(known, "ann");
    under.tournaments.down = true;
    const outcomes = await namesOf(
      [known, unknown].map((cup) => ({ ...cup, requestId: newId(), handle: "bob" })),
    );
    under.tournaments.down = false;
    expect(outcomes).toEqual(["entry", "UNAVAILABLE"]);
  });

  test("answers those who need nobody while a charge hangs", async () => {
    const [free, paid] = [under.newCup(), under.newCup({ entryFeeMinorUnits: 5n })];
    const hung = Promise.withResolvers<void>();
    under.wallet.slow = () => hung.promise;
    const joins = [paid, free].map((cup) => ({ ...cup, requestId: newId(), handle: "ann" }));
    const answers = under.entry.batchJoin({ joins })[Symbol.asyncIterator]();
    expect((await answers.next()).value?.outcomes).toMatchObject([{ index: 1 }]);
    expect((await under.join(free, "bob")).handle).toBe("bob");
    hung.resolve();
    expect((await answers.next()).value?.outcomes).toMatchObject([{ index: 0 }]);
    expect((await answers.next()).done).toBe(true);
    under.wallet.slow = undefined;
  });

  test("seats in order until all seats are taken", async () => {
    const cup = under.newCup({ maxEntries: 3 });
    const joins = handles(5).map((handle) => ({ ...cup, requestId: newId(), handle }));
    const expected = ["entry", "entry", "entry", "TOURNAMENT_FULL", "TOURNAMENT_FULL"];
    expect(await namesOf(joins)).toEqual(expected);
    expect(await namesOf(joins)).toEqual(expected);
  });

  test("answers copies of one request alike, and other requests of that gamer as late", async () => {
    const cup = under.newCup();
    const [first, second] = [newId(), newId()];
    const join = (requestId: string, handle = "ann") => ({ ...cup, requestId, handle });
    const joins = [first, first, second, second, first].map((id) => join(id));
    expect(await namesOf([...joins, join(first, "bob")])).toEqual([
      "entry",
      "entry",
      "GAMER_ALREADY_JOINED",
      "GAMER_ALREADY_JOINED",
      "entry",
      "REQUEST_ID_REUSED",
    ]);
    expect(await under.seatsTaken(cup)).toBe(1);
  });

  test("has one to a thousand joins", async () => {
    const cup = under.newCup();
    const joins = handles(1_001).map((handle) => ({ ...cup, requestId: newId(), handle }));
    expect(await refusal(namesOf(joins))).toBe("INVALID_ARGUMENT");
    expect(await refusal(namesOf([]))).toBe("INVALID_ARGUMENT");
    expect(new Set(await namesOf(joins.slice(1)))).toEqual(new Set(["entry"]));
  });
});
