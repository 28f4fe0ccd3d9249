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

async function closedTournament(...rounds: string[][]): Promise<TournamentKey> {
  const tournament = service.newTournament();
  await service.joinAll(tournament, ["ann", "bob", "cid", "dan", "eve"]);
  for (const round of rounds) await service.eliminate(tournament, ...round);
  await service.closeRegistration(tournament);
  return tournament;
}

const freeze: EntryUnderTest["freeze"] = (...ranking) => service.freeze(...ranking);

async function ranksOf(tournament: TournamentKey): Promise<Record<string, number | undefined>> {
  const { entries } = await service.entry.listEntries(tournament);
  return Object.fromEntries(entries.map((entry) => [entry.handle, entry.rank]));
}

describe("a frozen ranking", () => {
  test("puts those still in first together, and the eliminated behind as they left", async () => {
    const tournament = await closedTournament(["ann"], ["bob", "cid"]);
    const frozen = await freeze(tournament);
    expect(await ranksOf(tournament)).toEqual({ dan: 1, eve: 1, bob: 3, cid: 3, ann: 5 });
    expect(frozen).toMatchObject({
      entries: 5,
      groups: [
        { rank: 1, entries: 2 },
        { rank: 3, entries: 2 },
        { rank: 5, entries: 1 },
      ],
    });
  });

  test("has those still in as the game placed them, the others right behind these", async () => {
    const tournament = await closedTournament(["ann"]);
    await freeze(tournament, { dan: 1, cid: 2 });
    expect(await ranksOf(tournament)).toEqual({ dan: 1, cid: 2, bob: 3, eve: 3, ann: 5 });
  });

  test("has ties where the game placed them", async () => {
    const tournament = await closedTournament(["ann"]);
    await freeze(tournament, { dan: 1, eve: 1, bob: 3, cid: 4 });
    expect(await ranksOf(tournament)).toEqual({ dan: 1, eve: 1, bob: 3, cid: 4, ann: 5 });
  });

  test("ignores a place given to one who was eliminated meanwhile, and closes the gap", async () => {
    const tournament = await closedTournament(["dan"]);
    await freeze(tournament, { dan: 1, ann: 2, stranger: 3 });
    expect(await ranksOf(tournament)).toEqual({ ann: 1, bob: 2, cid: 2, eve: 2, dan: 5 });
  });

  test("never changes again", async () => {
    const tournament = await closedTournament(["ann"]);
    const first = await freeze(tournament, { dan: 1 });
    expect(await freeze(tournament, { eve: 1 })).toEqual(first);
    expect(await ranksOf(tournament)).toMatchObject({ dan: 1, eve: 2 });
  });

  test("counts as many of the best groups as asked for", async () => {
    const tournament = await closedTournament(["ann"], ["bob"]);
    expect((await freeze(tournament, {}, 1)).groups).toMatchObject([{ rank: 1, entries: 3 }]);
  });

  test("of a tournament without entries is empty", async () => {
    const tournament = service.newTournament();
    await service.closeRegistration(tournament);
    expect(await freeze(tournament)).toMatchObject({ entries: 0, groups: [] });
  });

  test("waits for the registration to be closed and its joins to be finished", async () => {
    const tournament = service.newTournament({ entryFeeMinorUnits: 5n });
    await service.join(tournament, "ann");
    expect(await refusal(freeze(tournament))).toBe("UNAVAILABLE");
    service.wallet.fails = "after";
    await refusal(service.join(tournament, "bob"));
    await service.closeRegistration(tournament);
    expect(await refusal(freeze(tournament))).toBe("UNAVAILABLE");
    service.wallet.fails = undefined;
    await service.closeRegistration(tournament);
    expect(await freeze(tournament)).toMatchObject({ entries: 2 });
  });

  test("of another game's tournament finds none", async () => {
    const tournament = await closedTournament();
    expect(await refusal(freeze({ ...tournament, gameId: newId() }))).toBe("TOURNAMENT_NOT_FOUND");
    expect(await ranksOf(tournament)).toMatchObject({ ann: undefined });
  });
});

describe("a ranking of several pieces", () => {
  const PIECES = 3;
  const GAMERS = handles(PIECES * 1_000);

  /** Whose ranks are written last. */
  async function lastOf(tournament: TournamentKey): Promise<string> {
    const { rows } = await service.admin.query<{ id: string }>(
      `SELECT id FROM entry.entry WHERE tournament_id = $1 ORDER BY gamer_id DESC LIMIT 1`,
      [tournament.tournamentId],
    );
    return rows[0]?.id ?? "";
  }

  async function written(tournament: TournamentKey): Promise<Map<string, string>> {
    const { rows } = await service.admin.query<{ id: string; version: string }>(
      `SELECT id, xmin::text AS version FROM entry.entry
       WHERE tournament_id = $1 AND placement IS NOT NULL`,
      [tournament.tournamentId],
    );
    return new Map(rows.map((row) => [row.id, row.version]));
  }

  test("goes on where it was cut off, and ends up the same", async () => {
    const tournament = service.newTournament();
    for (let start = 0; start < GAMERS.length; start += 1_000)
      await service.joinAll(tournament, GAMERS.slice(start, start + 1_000));
    await service.closeRegistration(tournament);

    const holder = await service.admin.connect();
    await holder.query("BEGIN");
    await holder.query(`SELECT FROM entry.entry WHERE id = $1 FOR UPDATE`, [
      await lastOf(tournament),
    ]);
    expect(await refusal(freeze(tournament, { g7: 1, g8: 2 }))).toBe("UNAVAILABLE");
    const before = await written(tournament);
    expect(before.size).toBe((PIECES - 1) * 1_000);
    await holder.query("ROLLBACK");
    holder.release();

    const frozen = await freeze(tournament, { g7: 1, g8: 2 });
    expect(frozen.groups).toMatchObject([
      { rank: 1, entries: 1 },
      { rank: 2, entries: 1 },
      { rank: 3, entries: GAMERS.length - 2 },
    ]);
    const after = await written(tournament);
    expect(after.size).toBe(GAMERS.length);
    for (const [id, version] of before) expect(after.get(id)).toBe(version);
    expect(await freeze(tournament, { g9: 1 })).toEqual(frozen);
    expect(await written(tournament)).toEqual(after);
  });
});
