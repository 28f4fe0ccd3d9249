import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { newId } from "@tms/kit/values/ids";
import { handles, refusal, startEntry, type Cup, type EntryUnderTest } from "./service.ts";

let under: EntryUnderTest;
beforeAll(async () => {
  under = await startEntry();
});
afterEach(() => {
  under.wallet.fails = undefined;
});
afterAll(() => under?.close());

async function cupOf(...names: string[]): Promise<Cup> {
  const cup = under.newCup();
  await under.joinAll(cup, names);
  return cup;
}

const keyOf = ({ gameId, tournamentId }: Cup) => ({ gameId, tournamentId });
const close = async (...cups: Cup[]) => {
  const { closed } = await under.entry.batchCloseRegistration({ registrations: cups.map(keyOf) });
  return Object.fromEntries(
    closed.map((registration) => [registration.tournamentId, registration.entries]),
  );
};
const freeze = async (...cups: Cup[]) => {
  const { frozen } = await under.entry.batchFreezeRanking({ registrations: cups.map(keyOf) });
  return new Map(frozen.map((one) => [one.tournamentId, one.standings]));
};

describe("closing registrations together", () => {
  test("counts the entries of each and refuses joins from then on; a repeat is the same", async () => {
    const [two, one] = [await cupOf("ann", "bob"), await cupOf("cid")];
    for (let round = 0; round < 2; round++)
      expect(await close(two, one)).toEqual({ [two.tournamentId]: 2, [one.tournamentId]: 1 });
    expect(await refusal(under.join(one, "late"))).toBe("TOURNAMENT_NOT_PUBLISHED");
  });

  test("leaves out those with joins under way, though they are closed", async () => {
    const cup = under.newCup({ entryFeeMinorUnits: 5n });
    under.wallet.fails = "before";
    await refusal(under.join(cup, "open"));
    expect(await close(cup)).toEqual({});
    under.wallet.fails = undefined;
    expect(await refusal(under.join(cup, "late"))).toBe("TOURNAMENT_NOT_PUBLISHED");
  });

  test("leaves out, untouched, those that nobody entered and those of another game", async () => {
    const cup = await cupOf("ann");
    const foreign = { ...cup, gameId: newId() };
    expect(await close(foreign, under.newCup())).toEqual({});
    expect(await refusal(under.join(cup, "bob"))).toBe("accepted");
  });
});

describe("freezing rankings together", () => {
  test("ranks as freezing one does, and tells the standings", async () => {
    const cups = [await cupOf("ann", "bob", "cid", "dan"), await cupOf("eve", "fay")];
    const [first, second] = cups as [Cup, Cup];
    await under.eliminate(first, "ann");
    await under.eliminate(first, "bob");
    await close(first, second);
    for (let round = 0; round < 2; round++) {
      const frozen = await freeze(first, second);
      expect(frozen.get(first.tournamentId)).toMatchObject({
        handles: ["cid", "dan", "bob", "ann"],
        ranks: [1, 1, 3, 4],
        nextPageToken: "",
      });
      for (const cup of cups) {
        const page = { ...keyOf(cup), pageSize: 10 };
        expect(frozen.get(cup.tournamentId)).toEqual(await under.entry.readStandings(page));
      }
    }
  });

  test("puts the eliminated behind those who joined later, too", async () => {
    const cup = await cupOf("ann", "bob");
    await under.eliminate(cup, "ann");
    await under.joinAll(cup, ["cid", "dan"]);
    await close(cup);
    expect((await freeze(cup)).get(cup.tournamentId)).toMatchObject({
      handles: ["bob", "cid", "dan", "ann"],
      ranks: [1, 1, 1, 4],
    });
  });

  test("puts those who went out last together first when nobody is left", async () => {
    const cup = await cupOf("ann", "bob");
    await under.eliminate(cup, "ann", "bob");
    await close(cup);
    expect((await freeze(cup)).get(cup.tournamentId)?.ranks).toEqual([1, 1]);
  });

  test("leaves out those that are open, large, or of another game", async () => {
    const [open, large, foreign] = [
      await cupOf("ann"),
      await cupOf(...handles(101)),
      await cupOf("bob"),
    ];
    await close(large, foreign);
    expect(await freeze(open, large, { ...foreign, gameId: newId() })).toEqual(new Map());
    const { entries } = await under.entry.freezeRanking({
      ...keyOf(large),
      requestId: newId(),
      groups: 1,
      finalRanks: [],
    });
    expect(entries).toBe(101);
  });
});
