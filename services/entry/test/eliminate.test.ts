import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "@tms/kit/values/ids";
import { Status } from "@tms/proto/tms/tournament/v1/tournament";
import { isCompetitionRanking } from "../src/ranking/competition-rank.ts";
import { handles, refusal, startEntry, type Cup, type EntryUnderTest } from "./service.ts";

let under: EntryUnderTest;
beforeAll(async () => {
  under = await startEntry();
});
afterAll(() => under?.close());

async function cupOf(...names: string[]): Promise<Cup> {
  const cup = under.newCup();
  await under.joinAll(cup, names);
  return cup;
}

async function ranksOf(cup: Cup): Promise<Record<string, number | undefined>> {
  const { entries } = await under.entry.listEntries({ ...cup, pageSize: 1_000 });
  return Object.fromEntries(entries.map((entry) => [entry.handle, entry.rank]));
}

describe("an elimination", () => {
  test("ranks a gamer behind all who are still in", async () => {
    const cup = await cupOf("ann", "bob", "cid");
    const [out] = await under.eliminate(cup, "bob");
    expect(out).toMatchObject({ handle: "bob", rank: 3 });
    expect(out?.eliminateTime).toBeDefined();
    expect(await under.eliminate(cup, "ann")).toMatchObject([{ rank: 2 }]);
    expect(await ranksOf(cup)).toEqual({ ann: 2, bob: 3, cid: undefined });
  });

  test("of several together gives them one rank, in the order asked", async () => {
    const cup = await cupOf("ann", "bob", "cid", "dan", "eve");
    const out = await under.eliminate(cup, "dan", "ann", "cid");
    expect(out.map(({ handle, rank }) => [handle, rank])).toEqual([
      ["dan", 3],
      ["ann", 3],
      ["cid", 3],
    ]);
    expect(await under.eliminate(cup, "bob", "eve")).toMatchObject([{ rank: 1 }, { rank: 1 }]);
  });

  test.for([
    ["an unknown gamer", "zoe", "GAMER_NOT_FOUND"],
    ["a gamer who is not entered", "out", "GAMER_NOT_ENTERED"],
    ["a gamer eliminated before", "cid", "GAMER_ALREADY_ELIMINATED"],
    ["an unfit handle", "a\nb", "INVALID_ARGUMENT"],
    ["a gamer named twice in two spellings", "Zoe\u0308", "INVALID_ARGUMENT"],
  ] as const)("with %s eliminates nobody", async ([, handle, reason]) => {
    const cup = await cupOf("ann", "bob", "cid", "Zo\u00eb");
    await under.entry.createGamer({ requestId: newId(), gameId: cup.gameId, handle: "out" });
    await under.eliminate(cup, "cid");
    const before = await ranksOf(cup);
    expect(await refusal(under.eliminate(cup, "ann", "Zo\u00eb", handle))).toBe(reason);
    expect(await ranksOf(cup)).toEqual(before);
  });

  test("repeated answers as it did; with other content it is refused", async () => {
    const cup = await cupOf("ann", "bob", "cid");
    const requestId = newId();
    const first = await under.entry.eliminate({ ...cup, requestId, handles: ["ann"] });
    await under.passes(cup, "ends_at");
    expect(await under.entry.eliminate({ ...cup, requestId, handles: ["ann"] })).toEqual(first);
    const other = under.entry.eliminate({ ...cup, requestId, handles: ["bob"] });
    expect(await refusal(other)).toBe("REQUEST_ID_REUSED");
  });

  test("after the end is refused", async () => {
    const cup = await cupOf("ann");
    await under.passes(cup, "ends_at");
    expect(await refusal(under.eliminate(cup, "ann"))).toBe("TOURNAMENT_ENDED");
  });

  test("after the registration was closed is refused", async () => {
    const cup = await cupOf("ann");
    await under.entry.closeRegistration({ ...cup, requestId: newId() });
    expect(await refusal(under.eliminate(cup, "ann"))).toBe("TOURNAMENT_NOT_PUBLISHED");
  });

  test("in a tournament nobody joined finds no gamer", async () => {
    expect(await refusal(under.eliminate(under.newCup(), "ann"))).toBe("GAMER_NOT_FOUND");
    const pending = under.newCup({ status: Status.PENDING });
    expect(await refusal(under.eliminate(pending, "ann"))).toBe("TOURNAMENT_NOT_PUBLISHED");
  });

  test("in no tournament, or another game's, finds none", async () => {
    const cup = await cupOf("ann");
    const strangers = [
      { ...cup, gameId: newId() },
      { ...cup, tournamentId: newId() },
    ];
    for (const stranger of strangers)
      expect(await refusal(under.eliminate(stranger, "ann"))).toBe("TOURNAMENT_NOT_FOUND");
  });

  test("counts nobody in whose fee is not paid yet", async () => {
    const cup = under.newCup({ entryFeeMinorUnits: 5n });
    await under.joinAll(cup, ["ann", "bob"]);
    under.wallet.fails = "before";
    await refusal(under.join(cup, "cid"));
    expect(await refusal(under.eliminate(cup, "cid"))).toBe("GAMER_NOT_ENTERED");
    expect(await under.eliminate(cup, "ann")).toMatchObject([{ rank: 2 }]);
    under.wallet.fails = undefined;
  });

  test("of one gamer raced is made once", async () => {
    const cup = await cupOf("ann", "bob");
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, () => refusal(under.eliminate(cup, "ann"))),
    );
    expect(outcomes.filter((outcome) => outcome === "accepted")).toHaveLength(1);
    expect(new Set(outcomes)).toEqual(new Set(["accepted", "GAMER_ALREADY_ELIMINATED"]));
  });

  test(
    "gives the rank that is final, when nobody joins after it",
    { timeout: 60_000 },
    async () => {
      const names = handles(12);
      const rounds = fc
        .shuffledSubarray(names, { minLength: 1 })
        .chain((out) => fc.tuple(fc.constant(out), fc.array(fc.integer({ min: 1, max: 4 }))));
      await fc.assert(
        fc.asyncProperty(rounds, async ([out, sizes]) => {
          const cup = await cupOf(...names);
          const left = [...out];
          for (const size of [...sizes, out.length])
            if (left.length > 0) await under.eliminate(cup, ...left.splice(0, size));
          const atElimination = await ranksOf(cup);
          await under.entry.closeRegistration({ ...cup, requestId: newId() });
          await under.entry.freezeRanking({ ...cup, requestId: newId(), groups: 1 });
          const final = await ranksOf(cup);
          for (const name of names) expect(final[name]).toBe(atElimination[name] ?? 1);
          expect(isCompetitionRanking(Object.values(final).map((rank) => rank ?? 0))).toBe(true);
        }),
        { numRuns: 15 },
      );
    },
  );
});
