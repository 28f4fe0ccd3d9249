import { create } from "@bufbuild/protobuf";
import { timestampMs } from "@bufbuild/protobuf/wkt";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "@tms/kit/values/ids";
import { encodePageToken } from "@tms/kit/values/page";
import { ListedEntrySchema, type Entry } from "@tms/proto/tms/entry/v1/entry";
import { Status } from "@tms/proto/tms/tournament/v1/tournament";
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

async function standings(tournament: TournamentKey, pageSize: number): Promise<string[]> {
  const names: string[] = [];
  let pageToken = "";
  do {
    const page = await service.entry.listEntries({ ...tournament, pageSize, pageToken });
    expect(page.entries.length).toBeLessThanOrEqual(pageSize);
    names.push(...page.entries.map((entry) => entry.handle));
    pageToken = page.nextPageToken;
  } while (pageToken !== "");
  return names;
}

/** An entry as a page is to show it. */
const listed = (entry: Entry) =>
  create(ListedEntrySchema, {
    id: entry.id,
    gamerId: entry.gamerId,
    handle: entry.handle,
    joinTimeMs: BigInt(timestampMs(entry.joinTime!)),
    createTimeMs: BigInt(timestampMs(entry.createTime!)),
    updateTimeMs: BigInt(timestampMs(entry.updateTime!)),
    ...(entry.eliminateTime && { eliminateTimeMs: BigInt(timestampMs(entry.eliminateTime)) }),
    ...(entry.rank !== undefined && { rank: entry.rank }),
    state: entry.state,
  });

describe("standings", () => {
  test("list those still in as they joined, then the eliminated from the best down", async () => {
    const tournament = service.newTournament();
    for (const name of ["ann", "bob", "cid", "dan", "eve"]) await service.join(tournament, name);
    await service.eliminate(tournament, "ann");
    await service.eliminate(tournament, "dan");
    const expected = ["bob", "cid", "eve", "dan", "ann"];
    for (const size of [1, 2, 3, 5, 50])
      expect(await standings(tournament, size)).toEqual(expected);
  });

  test("hold each of those who joined together once, on pages of any size", async () => {
    const tournament = service.newTournament();
    await service.joinAll(tournament, handles(25));
    await service.eliminate(tournament, ...handles(7));
    for (const size of [1, 4, 24, 25, 26])
      expect((await standings(tournament, size)).toSorted()).toEqual(handles(25).toSorted());
  });

  test("run from one page to the next, whoever joins and goes out in between", async () => {
    const tournament = service.newTournament();
    for (const name of ["ann", "bob", "cid", "dan"]) await service.join(tournament, name);
    for (const name of ["ann", "bob", "cid"]) await service.eliminate(tournament, name);
    const first = await service.entry.listEntries({ ...tournament, pageSize: 3 });
    await service.joinAll(tournament, handles(5));
    await service.eliminate(tournament, "dan");
    const rest = await service.entry.listEntries({ ...tournament, pageToken: first.nextPageToken });
    const shown = [...first.entries, ...rest.entries].map(({ handle, rank }) => [handle, rank]);
    expect(shown).toEqual([
      ["dan", undefined],
      ["cid", 2],
      ["bob", 3],
      ["ann", 9],
    ]);
  });

  test("show of each entry what its join and its elimination told", async () => {
    const tournament = service.newTournament({ entryFeeMinorUnits: 250n });
    const joined = await service.join(tournament, "ann");
    await service.join(tournament, "bob");
    const [out] = await service.eliminate(tournament, "bob");
    const page = await service.entry.listEntries(tournament);
    expect(page.entries).toEqual([listed(joined), listed(out!)]);
    expect(page).toMatchObject({ feeMinorUnits: 250n, provisional: true });
  });

  test("of a tournament nobody joined are empty", async () => {
    expect(await standings(service.newTournament({ status: Status.PENDING }), 50)).toEqual([]);
  });

  test("of no tournament, or another game's, are not found", async () => {
    const tournament = service.newTournament();
    const strangers = [
      { ...tournament, gameId: newId() },
      { ...tournament, tournamentId: newId() },
    ];
    for (const joined of [false, true]) {
      if (joined) await service.join(tournament, "ann");
      for (const stranger of strangers)
        expect(await refusal(service.entry.listEntries(stranger))).toBe("TOURNAMENT_NOT_FOUND");
    }
  });

  const id = "0198a5f0-0000-7000-8000-0123456789ab";
  const time = "2026-01-01T00:00:00.000Z";
  test.for([
    ["nonsense", "nonsense"],
    ["a standing beyond all standings", ["999999999999", time, id]],
    ["a month beyond all months", ["1", "2026-13-01T00:00:00.000Z", id]],
    ["an id that is none", ["1", time, "1 OR 1=1"]],
  ] as const)("refuse a token with %s", async ([, position]) => {
    const tournament = service.newTournament();
    const pageToken =
      typeof position === "string"
        ? position
        : encodePageToken(["standings", tournament.tournamentId], position);
    const list = service.entry.listEntries({ ...tournament, pageToken });
    expect(await refusal(list)).toBe("INVALID_PAGE_TOKEN");
  });

  test("refuse a token of another tournament's", async () => {
    const [tournament, other] = [service.newTournament(), service.newTournament()];
    for (const handle of ["ann", "bob"]) await service.join(tournament, handle);
    const { nextPageToken: pageToken } = await service.entry.listEntries({
      ...tournament,
      pageSize: 1,
    });
    const { entries } = await service.entry.listEntries({ ...tournament, pageToken });
    expect(entries).toHaveLength(1);
    const mixedUp = service.entry.listEntries({ ...other, pageToken });
    expect(await refusal(mixedUp)).toBe("INVALID_PAGE_TOKEN");
  });
});
