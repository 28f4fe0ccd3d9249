import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "@tms/kit/values/ids";
import { handles, refusal, startEntry, type Cup, type EntryUnderTest } from "./service.ts";

let under: EntryUnderTest;
beforeAll(async () => {
  under = await startEntry();
});
afterAll(() => under?.close());

interface Standing {
  id: string;
  gamerId: string;
  handle: string;
  rank: number;
}

async function read(cup: Cup, pageSize: number): Promise<Standing[]> {
  const all: Standing[] = [];
  let pageToken = "";
  do {
    const page = await under.entry.readStandings({ ...cup, pageSize, pageToken });
    expect(page.entryIds.length).toBeLessThanOrEqual(pageSize);
    page.entryIds.forEach((id, i) => {
      const [gamerId = "", handle = "", rank = -1] = [
        page.gamerIds[i],
        page.handles[i],
        page.ranks[i],
      ];
      all.push({ id, gamerId, handle, rank });
    });
    pageToken = page.nextPageToken;
  } while (pageToken !== "");
  return all;
}

async function listed(cup: Cup): Promise<Standing[]> {
  const { entries } = await under.entry.listEntries({ ...cup, pageSize: 1_000 });
  return entries.map(({ id, gamerId, handle, rank = 0 }) => ({ id, gamerId, handle, rank }));
}

describe("the standings as columns", () => {
  test("are those that are listed, before and after the ranking is frozen", async () => {
    const cup = under.newCup();
    await under.joinAll(cup, handles(25));
    await under.eliminate(cup, ...handles(7));
    for (const size of [1, 4, 24, 25, 26]) expect(await read(cup, size)).toEqual(await listed(cup));
    await under.entry.closeRegistration({ ...cup, requestId: newId() });
    await under.entry.freezeRanking({ ...cup, requestId: newId(), groups: 1, finalRanks: [] });
    const frozen = await read(cup, 7);
    expect(frozen).toEqual(await listed(cup));
    expect(frozen.map(({ rank }) => rank)).toEqual([
      ...Array.from({ length: 18 }, () => 1),
      ...Array.from({ length: 7 }, () => 19),
    ]);
  });

  test("tell the fee each of them was charged", async () => {
    const cup = under.newCup({ entryFeeMinorUnits: 250n });
    await under.join(cup, "ann");
    const page = await under.entry.readStandings({ ...cup, pageSize: 1 });
    expect(page.feeMinorUnits).toBe(250n);
  });

  test("of a tournament nobody joined are empty, and another game's are not found", async () => {
    const cup = under.newCup();
    expect(await read(cup, 10)).toEqual([]);
    await under.join(cup, "ann");
    const stranger = under.entry.readStandings({ ...cup, gameId: newId(), pageSize: 10 });
    expect(await refusal(stranger)).toBe("TOURNAMENT_NOT_FOUND");
  });
});
