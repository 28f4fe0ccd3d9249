import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rankIn, scoredTournament, submit } from "./scores.ts";
import { handles, startEntry, type EntryUnderTest } from "./service.ts";

let service: EntryUnderTest;
beforeAll(async () => {
  service = await startEntry();
});
afterAll(() => service?.close());

describe("ranks", () => {
  test("of an eliminated gamer's attempt that is repeated are those of the leaderboard", async () => {
    const tournament = await scoredTournament(service, ["ann", "bob", "cid"], { noScore: "in" });
    const attempt = { handle: "cid", score: 5, attempt: "match-1", withRank: true };
    await submit(service, tournament, [{ handle: "ann", score: 10 }, attempt]);
    await service.eliminate(tournament, "cid");
    const repeated = await submit(service, tournament, [attempt]);
    const { standings } = await service.entry.readLeaderboard({ ...tournament, handles: ["cid"] });
    expect([repeated.map(rankIn), standings[0]?.rank]).toEqual([[3], 3]);
  });

  test("are exact while strata grow, are cut, shrink and are merged", async () => {
    const names = handles(3_000);
    const tournament = await scoredTournament(service, names, { operator: "last" });
    const scores = new Map<string, number>();
    const play = async (some: readonly string[], score: (index: number) => number) => {
      for (let first = 0; first < some.length; first += 1_000) {
        const piece = some.slice(first, first + 1_000);
        const given = piece.map((handle, index) => ({ handle, score: score(first + index) }));
        for (const { handle, score: at } of given) scores.set(handle, at);
        await submit(service, tournament, given);
      }
    };
    const expectExact = async (some: readonly string[]) => {
      const asked = some.map((handle) => ({
        handle,
        score: scores.get(handle) ?? 0,
        withRank: true,
      }));
      const told = (await submit(service, tournament, asked)).map(rankIn);
      const all = [...scores.values()];
      const exact = asked.map(({ score }) => 1 + all.filter((other) => other > score).length);
      expect(told).toEqual(exact);
    };
    const some = names.filter((_, index) => index % 137 === 0);
    const strata = async () =>
      (
        await service.admin.query(`SELECT FROM entry.stratum WHERE tournament_id = $1`, [
          tournament.tournamentId,
        ])
      ).rowCount ?? 0;

    await play(names, (index) => (index * 7_919) % 3_000);
    await expectExact(some);
    const grown = await strata();
    expect(grown).toBeGreaterThan(1);
    // All but a few share one place, in the midst of the others.
    await play(names.slice(0, 2_900), () => 1_500);
    await expectExact(some);
    await play(names, (index) => 10_000 + Math.floor(index / 3));
    await expectExact(some);
    expect(await strata()).toBeLessThanOrEqual(2 * grown + 4);
    const { rows } = await service.admin.query(
      `SELECT listed, sum(entries)::int AS entries
       FROM entry.stratum JOIN entry.board USING (tournament_id)
       WHERE tournament_id = $1 GROUP BY listed`,
      [tournament.tournamentId],
    );
    expect(rows).toEqual([{ listed: 3_000, entries: 3_000 }]);
  });

  test("a gamer who gets better in one batch is not counted as ahead of themself", async () => {
    const tournament = await scoredTournament(service, ["ann", "bob"]);
    await submit(service, tournament, [{ handle: "bob", score: 7 }]);
    const attempts = [5, 9, 6].map((score, index) => {
      return { handle: "ann", score, attempt: `a${index}`, withRank: true };
    });
    const [fifth, ninth] = attempts;
    expect((await submit(service, tournament, attempts)).map(rankIn)).toEqual([2, 1, 1]);
    // What was recorded before tells the standing of now, also before a better one in its batch.
    const better = { handle: "ann", score: 20, attempt: "a3", withRank: true };
    const told = await submit(service, tournament, [fifth!, better, ninth!]);
    expect(told.map(rankIn)).toEqual([1, 1, 1]);
  });

  test("of the eliminated are behind all who have a score, the last out first", async () => {
    const tournament = await scoredTournament(service, ["ann", "bob", "cid", "dan"]);
    await submit(service, tournament, [
      { handle: "ann", score: 3 },
      { handle: "bob", score: 1 },
      { handle: "cid", score: 9 },
    ]);
    await service.eliminate(tournament, "cid");
    await service.eliminate(tournament, "dan");
    const outcomes = await submit(service, tournament, [
      { handle: "bob", score: 0, withRank: true },
      { handle: "ann", score: 0, withRank: true },
    ]);
    expect(outcomes.map(rankIn)).toEqual([2, 1]);
    const { rows } = await service.admin.query<{ handle: string }>(
      `SELECT gamer.handle FROM entry.standing JOIN entry.gamer ON gamer.id = gamer_id
       WHERE tournament_id = $1 ORDER BY place`,
      [tournament.tournamentId],
    );
    expect(rows.map(({ handle }) => handle)).toEqual(["ann", "bob", "dan", "cid"]);
  });
});
