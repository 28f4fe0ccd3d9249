import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "@tms/kit/values/ids";
import { handles, refusal, startEntry, type Cup, type EntryUnderTest } from "./service.ts";

let under: EntryUnderTest;
beforeAll(async () => {
  under = await startEntry();
});
afterAll(() => under?.close());

async function closedCup(...rounds: string[][]): Promise<Cup> {
  const cup = under.newCup();
  await under.joinAll(cup, ["ann", "bob", "cid", "dan", "eve"]);
  for (const round of rounds) await under.eliminate(cup, ...round);
  await under.entry.closeRegistration({ ...cup, requestId: newId() });
  return cup;
}

const freeze = (cup: Cup, placed: Record<string, number> = {}, groups = 10) =>
  under.entry.freezeRanking({
    ...cup,
    requestId: newId(),
    groups,
    finalRanks: Object.entries(placed).map(([handle, rank]) => ({ handle, rank })),
  });

async function ranksOf(cup: Cup): Promise<Record<string, number | undefined>> {
  const { entries } = await under.entry.listEntries(cup);
  return Object.fromEntries(entries.map((entry) => [entry.handle, entry.rank]));
}

describe("a frozen ranking", () => {
  test("puts the survivors first together, and the eliminated behind as they left", async () => {
    const cup = await closedCup(["ann"], ["bob", "cid"]);
    const frozen = await freeze(cup);
    expect(await ranksOf(cup)).toEqual({ dan: 1, eve: 1, bob: 3, cid: 3, ann: 5 });
    expect(frozen).toMatchObject({
      entries: 5,
      groups: [
        { rank: 1, entries: 2 },
        { rank: 3, entries: 2 },
        { rank: 5, entries: 1 },
      ],
    });
  });

  test("has survivors as the game placed them, the others right behind these", async () => {
    const cup = await closedCup(["ann"]);
    await freeze(cup, { dan: 1, cid: 2 });
    expect(await ranksOf(cup)).toEqual({ dan: 1, cid: 2, bob: 3, eve: 3, ann: 5 });
  });

  test("has ties where the game placed them", async () => {
    const cup = await closedCup(["ann"]);
    await freeze(cup, { dan: 1, eve: 1, bob: 3, cid: 4 });
    expect(await ranksOf(cup)).toEqual({ dan: 1, eve: 1, bob: 3, cid: 4, ann: 5 });
  });

  test("ignores a place given to one who was eliminated meanwhile, and closes the gap", async () => {
    const cup = await closedCup(["dan"]);
    await freeze(cup, { dan: 1, ann: 2, stranger: 3 });
    expect(await ranksOf(cup)).toEqual({ ann: 1, bob: 2, cid: 2, eve: 2, dan: 5 });
  });

  test("never changes again", async () => {
    const cup = await closedCup(["ann"]);
    const first = await freeze(cup, { dan: 1 });
    expect(await freeze(cup, { eve: 1 })).toEqual(first);
    expect(await ranksOf(cup)).toMatchObject({ dan: 1, eve: 2 });
  });

  test("counts as many of the best groups as asked for", async () => {
    const cup = await closedCup(["ann"], ["bob"]);
    expect((await freeze(cup, {}, 1)).groups).toMatchObject([{ rank: 1, entries: 3 }]);
  });

  test("of a tournament without entries is empty", async () => {
    const cup = under.newCup();
    await under.entry.closeRegistration({ ...cup, requestId: newId() });
    expect(await freeze(cup)).toMatchObject({ entries: 0, groups: [] });
  });

  test("waits for the registration to be closed and its joins to be finished", async () => {
    const cup = under.newCup({ entryFeeMinorUnits: 5n });
    await under.join(cup, "ann");
    expect(await refusal(freeze(cup))).toBe("UNAVAILABLE");
    under.wallet.fails = "after";
    await refusal(under.join(cup, "bob"));
    await under.entry.closeRegistration({ ...cup, requestId: newId() });
    expect(await refusal(freeze(cup))).toBe("UNAVAILABLE");
    under.wallet.fails = undefined;
    await under.entry.closeRegistration({ ...cup, requestId: newId() });
    expect(await freeze(cup)).toMatchObject({ entries: 2 });
  });

  test("of another game's tournament finds none", async () => {
    const cup = await closedCup();
    expect(await refusal(freeze({ ...cup, gameId: newId() }))).toBe("TOURNAMENT_NOT_FOUND");
    expect(await ranksOf(cup)).toMatchObject({ ann: undefined });
  });
});

describe("a ranking of several pieces", () => {
  const PIECES = 3;
  const GAMERS = handles(PIECES * 1_000);

  /** Whose ranks are written last. */
  async function lastOf(cup: Cup): Promise<string> {
    const { rows } = await under.admin.query<{ id: string }>(
      `SELECT id FROM entry.entry WHERE tournament_id = $1 ORDER BY gamer_id DESC LIMIT 1`,
      [cup.tournamentId],
    );
    return rows[0]?.id ?? "";
  }

  async function written(cup: Cup): Promise<Map<string, string>> {
    const { rows } = await under.admin.query<{ id: string; version: string }>(
      `SELECT id, xmin::text AS version FROM entry.entry
       WHERE tournament_id = $1 AND rank IS NOT NULL`,
      [cup.tournamentId],
    );
    return new Map(rows.map((row) => [row.id, row.version]));
  }

  test("goes on where it was cut off, and ends up the same", async () => {
    const cup = under.newCup();
    for (let start = 0; start < GAMERS.length; start += 1_000)
      await under.joinAll(cup, GAMERS.slice(start, start + 1_000));
    await under.entry.closeRegistration({ ...cup, requestId: newId() });

    const holder = await under.admin.connect();
    await holder.query("BEGIN");
    await holder.query(`SELECT FROM entry.entry WHERE id = $1 FOR UPDATE`, [await lastOf(cup)]);
    expect(await refusal(freeze(cup, { g7: 1, g8: 2 }))).toBe("UNAVAILABLE");
    const before = await written(cup);
    expect(before.size).toBe((PIECES - 1) * 1_000);
    await holder.query("ROLLBACK");
    holder.release();

    const frozen = await freeze(cup, { g7: 1, g8: 2 });
    expect(frozen.groups).toMatchObject([
      { rank: 1, entries: 1 },
      { rank: 2, entries: 1 },
      { rank: 3, entries: GAMERS.length - 2 },
    ]);
    const after = await written(cup);
    expect(after.size).toBe(GAMERS.length);
    for (const [id, version] of before) expect(after.get(id)).toBe(version);
    expect(await freeze(cup, { g9: 1 })).toEqual(frozen);
    expect(await written(cup)).toEqual(after);
  });
});
