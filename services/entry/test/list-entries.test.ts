import { create } from "@bufbuild/protobuf";
import { timestampMs } from "@bufbuild/protobuf/wkt";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "@tms/kit/values/ids";
import { encodePageToken } from "@tms/kit/values/page";
import { ListedEntrySchema, type Entry } from "@tms/proto/tms/entry/v1/entry";
import { Status } from "@tms/proto/tms/tournament/v1/tournament";
import { handles, refusal, startEntry, type Cup, type EntryUnderTest } from "./service.ts";

let under: EntryUnderTest;
beforeAll(async () => {
  under = await startEntry();
});
afterAll(() => under?.close());

async function standings(cup: Cup, pageSize: number): Promise<string[]> {
  const names: string[] = [];
  let pageToken = "";
  do {
    const page = await under.entry.listEntries({ ...cup, pageSize, pageToken });
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
  });

describe("standings", () => {
  test("list those still in as they joined, then the eliminated from the best down", async () => {
    const cup = under.newCup();
    for (const name of ["ann", "bob", "cid", "dan", "eve"]) await under.join(cup, name);
    await under.eliminate(cup, "ann");
    await under.eliminate(cup, "dan");
    const expected = ["bob", "cid", "eve", "dan", "ann"];
    for (const size of [1, 2, 3, 5, 50]) expect(await standings(cup, size)).toEqual(expected);
  });

  test("hold each of those who joined together once, on pages of any size", async () => {
    const cup = under.newCup();
    await under.joinAll(cup, handles(25));
    await under.eliminate(cup, ...handles(7));
    for (const size of [1, 4, 24, 25, 26])
      expect((await standings(cup, size)).toSorted()).toEqual(handles(25).toSorted());
  });

  test("run from one page to the next, whoever joins and goes out in between", async () => {
    const cup = under.newCup();
    for (const name of ["ann", "bob", "cid", "dan"]) await under.join(cup, name);
    for (const name of ["ann", "bob", "cid"]) await under.eliminate(cup, name);
    const first = await under.entry.listEntries({ ...cup, pageSize: 3 });
    await under.joinAll(cup, handles(5));
    await under.eliminate(cup, "dan");
    const rest = await under.entry.listEntries({ ...cup, pageToken: first.nextPageToken });
    const shown = [...first.entries, ...rest.entries].map(({ handle, rank }) => [handle, rank]);
    expect(shown).toEqual([
      ["dan", undefined],
      ["cid", 2],
      ["bob", 3],
      ["ann", 9],
    ]);
  });

  test("show of each entry what its join and its elimination told", async () => {
    const cup = under.newCup({ entryFeeMinorUnits: 250n });
    const joined = await under.join(cup, "ann");
    await under.join(cup, "bob");
    const [out] = await under.eliminate(cup, "bob");
    const page = await under.entry.listEntries(cup);
    expect(page.entries).toEqual([listed(joined), listed(out!)]);
    expect(page).toMatchObject({ feeMinorUnits: 250n, provisional: true });
  });

  test("of a tournament nobody joined are empty", async () => {
    expect(await standings(under.newCup({ status: Status.PENDING }), 50)).toEqual([]);
  });

  test("of no tournament, or another game's, are not found", async () => {
    const cup = under.newCup();
    const strangers = [
      { ...cup, gameId: newId() },
      { ...cup, tournamentId: newId() },
    ];
    for (const joined of [false, true]) {
      if (joined) await under.join(cup, "ann");
      for (const stranger of strangers)
        expect(await refusal(under.entry.listEntries(stranger))).toBe("TOURNAMENT_NOT_FOUND");
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
    const cup = under.newCup();
    const pageToken =
      typeof position === "string"
        ? position
        : encodePageToken(["standings", cup.tournamentId], position);
    const list = under.entry.listEntries({ ...cup, pageToken });
    expect(await refusal(list)).toBe("INVALID_PAGE_TOKEN");
  });

  test("refuse a token of another tournament's", async () => {
    const [cup, other] = [under.newCup(), under.newCup()];
    for (const handle of ["ann", "bob"]) await under.join(cup, handle);
    const { nextPageToken: pageToken } = await under.entry.listEntries({ ...cup, pageSize: 1 });
    const { entries } = await under.entry.listEntries({ ...cup, pageToken });
    expect(entries).toHaveLength(1);
    const mixedUp = under.entry.listEntries({ ...other, pageToken });
    expect(await refusal(mixedUp)).toBe("INVALID_PAGE_TOKEN");
  });
});
