import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "@tms/kit/values/ids";
import {
  handles,
  refusal,
  startEntry,
  type TournamentKey,
  type EntryUnderTest,
} from "./service.ts";

let service: EntryUnderTest;
beforeAll(async () => {
  service = await startEntry();
});
afterAll(() => service?.close());

interface Standing {
  id: string;
  gamerId: string;
  handle: string;
  rank: number;
}

async function read(tournament: TournamentKey, pageSize: number): Promise<Standing[]> {
  const all: Standing[] = [];
  let pageToken = "";
  do {
    const page = await service.entry.readStandings({ ...tournament, pageSize, pageToken });
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

async function listed(tournament: TournamentKey): Promise<Standing[]> {
  const { entries } = await service.entry.listEntries({ ...tournament, pageSize: 1_000 });
  return entries.map(({ id, gamerId, handle, rank = 0 }) => ({ id, gamerId, handle, rank }));
}

describe("the standings as columns", () => {
  test("are those that are listed, before and after the ranking is frozen", async () => {
    const tournament = service.newTournament();
    await service.joinAll(tournament, handles(25));
    await service.eliminate(tournament, ...handles(7));
    for (const size of [1, 4, 24, 25, 26])
      expect(await read(tournament, size)).toEqual(await listed(tournament));
    await service.closeRegistration(tournament);
    await service.freeze(tournament);
    const frozen = await read(tournament, 7);
    expect(frozen).toEqual(await listed(tournament));
    expect(frozen.map(({ rank }) => rank)).toEqual([
      ...Array.from({ length: 18 }, () => 1),
      ...Array.from({ length: 7 }, () => 19),
    ]);
  });

  test("tell the fee each of them was charged", async () => {
    const tournament = service.newTournament({ entryFeeMinorUnits: 250n });
    await service.join(tournament, "ann");
    const page = await service.entry.readStandings({ ...tournament, pageSize: 1 });
    expect(page.feeMinorUnits).toBe(250n);
  });

  test("of a tournament nobody joined are empty, and another game's are not found", async () => {
    const tournament = service.newTournament();
    expect(await read(tournament, 10)).toEqual([]);
    await service.join(tournament, "ann");
    const stranger = service.entry.readStandings({ ...tournament, gameId: newId(), pageSize: 10 });
    expect(await refusal(stranger)).toBe("TOURNAMENT_NOT_FOUND");
  });
});
