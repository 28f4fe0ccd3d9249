import { newId } from "@tms/kit/values/ids";
import { scoringMessage } from "@tms/kit/values/scoring";
import { EntryState } from "@tms/proto/tms/entry/v1/entry";
import {
  createTournament,
  disqualify,
  eliminate,
  getReason,
  join,
  publishTournament,
  type TournamentKey,
} from "../../../test/world/actions.ts";
import { describe, expect, test } from "../../../test/world/test.ts";
import type { World } from "../../../test/world/world.ts";
import {
  handles,
  preview,
  scoredTournament,
  submit,
  submitEach,
  tournamentOf,
  toRank,
  toRanked,
} from "./actions.ts";

// The model tests cover the order of leaderboards and previews.

const read = async ({ entry }: World, tournament: TournamentKey, more: object = {}) => {
  const { standings, ...rest } = await entry.readLeaderboard({ ...tournament, ...more });
  return { ...rest, lines: standings.map(({ handle, rank }) => [handle, rank ?? null]) };
};

/** Reads all pages of a leaderboard, there and back. */
async function readPages(world: World, tournament: TournamentKey, pageSize: number) {
  const there: unknown[] = [];
  let page = await read(world, tournament, { pageSize });
  expect(page.previousPageToken).toBe("");
  for (;;) {
    there.push(...page.lines);
    if (page.nextPageToken === "") break;
    page = await read(world, tournament, { pageSize, pageToken: page.nextPageToken });
  }
  const back = [...page.lines];
  while (page.previousPageToken !== "") {
    page = await read(world, tournament, { pageSize, pageToken: page.previousPageToken });
    back.unshift(...page.lines);
  }
  expect(back).toEqual(there);
  return there;
}

describe("a leaderboard", () => {
  test("lists each gamer who has a place once, in pages of any size", async ({ world }) => {
    const names = handles(12);
    const tournament = await scoredTournament(world, [...names, "idle"]);
    const points = [5, 5, 5, 5, 5, 4, 4, 4, 9, 1, 1, 0];
    await submit(
      world,
      tournament,
      names.map((handle, index) => ({ handle, score: points[index] ?? 0 })),
    );
    await eliminate(world, tournament, "g8");
    await eliminate(world, tournament, "g11");
    const whole = [
      ...["g0", "g1", "g2", "g3", "g4"].map((handle) => [handle, 1]),
      ...["g5", "g6", "g7"].map((handle) => [handle, 6]),
      ["g9", 9],
      ["g10", 9],
      ["g11", 11],
      ["g8", 12],
    ];
    for (const pageSize of [1, 2, 3, 5, 50])
      expect(await readPages(world, tournament, pageSize)).toEqual(whole);
    expect(await read(world, tournament)).toMatchObject({
      entries: 13,
      listed: 12,
      asOfSequence: 12n,
    });
    const readAround = async (around: string) =>
      (await read(world, tournament, { around, pageSize: 5 })).lines;
    expect(await readAround("g5")).toEqual(whole.slice(3, 8));
    expect(await readAround("g0")).toEqual(whole.slice(0, 5));
    expect(await readAround("g11")).toEqual(whole.slice(7));
  });

  test("goes on before and after a gamer, and ends with one who has no place", async ({
    world,
  }) => {
    const names = handles(9);
    const tournament = await scoredTournament(world, [...names, "idle"]);
    await submit(
      world,
      tournament,
      names.map((handle, index) => ({ handle, score: 100 - index })),
    );
    const listed = names.map((handle, index) => [handle, index + 1]);
    const middle = await read(world, tournament, { around: "g4", pageSize: 3 });
    expect(middle.lines).toEqual(listed.slice(3, 6));
    const { previousPageToken, nextPageToken } = middle;
    const before = await read(world, tournament, { pageSize: 2, pageToken: previousPageToken });
    expect(before.lines).toEqual(listed.slice(1, 3));
    const after = await read(world, tournament, { pageSize: 3, pageToken: nextPageToken });
    expect(after).toMatchObject({ nextPageToken: "", lines: listed.slice(6) });
    const end = await read(world, tournament, { around: "idle", pageSize: 3 });
    expect(end).toMatchObject({ nextPageToken: "", lines: [...listed.slice(7), ["idle", null]] });
    const alone = await read(world, tournament, { around: "idle", pageSize: 1 });
    expect(alone.lines).toEqual([["idle", null]]);
    const { previousPageToken: pageToken } = alone;
    const last = await read(world, tournament, { pageSize: 2, pageToken });
    expect(last.lines).toEqual(listed.slice(7));
  });

  test("compares gamers by their ranks among all, and tells who is missing", async ({ world }) => {
    const tournament = await scoredTournament(world, [...handles(5), "idle", "out"]);
    await submitEach(world, tournament, { g0: 7, g1: 9, g2: 7, g3: 5, g4: 7 });
    await eliminate(world, tournament, "out");
    const asked = ["out", "idle", "g4", "zoe", "g1", "g0"];
    expect(await read(world, tournament, { handles: asked })).toMatchObject({
      lines: [
        ["g1", 1],
        ["g0", 2],
        ["g4", 2],
        ["out", 6],
        ["idle", null],
      ],
      missing: ["zoe"],
      asOfSequence: 5n,
    });
  });

  test("tells metadata of the attempts that made the scores on request", async ({ world }) => {
    const tournament = await scoredTournament(world, ["ann", "bob"]);
    await submit(world, tournament, [
      { handle: "ann", score: 1, metadata: '{"car":"red"}' },
      { handle: "ann", score: 5, metadata: '{"car":"blue"}' },
      { handle: "ann", score: 5, metadata: '{"car":"late"}' },
      { handle: "bob", score: 2 },
    ]);
    const readMetadata = async (withMetadata: boolean) =>
      (await world.entry.readLeaderboard({ ...tournament, withMetadata })).standings.map(
        ({ metadata }) => metadata,
      );
    expect(await readMetadata(true)).toEqual(['{"car":"blue"}', ""]);
    expect(await readMetadata(false)).toEqual(["", ""]);
  });

  test("shows gamers by their present names", async ({ world }) => {
    const tournament = await scoredTournament(world, ["ann", "bob", "cid"]);
    await submitEach(world, tournament, { ann: 2, bob: 1 });
    const { gameId } = tournament;
    const rename = (handle: string, displayName: string) =>
      world.entry.updateGamer({ requestId: newId(), gameId, handle, patch: { displayName } });
    const readNames = async (more: object = {}) =>
      (await world.entry.readLeaderboard({ ...tournament, ...more })).standings.map(
        ({ displayName }) => displayName,
      );
    await rename("ann", "Ann");
    await rename("cid", "Cid");
    expect(await readNames()).toEqual(["Ann", ""]);
    expect(await readNames({ around: "cid" })).toEqual(["Ann", "", "Cid"]);
    expect(await readNames({ handles: ["cid", "ann"] })).toEqual(["Ann", "Cid"]);
    await rename("ann", "");
    expect(await readNames()).toEqual(["", ""]);
  });

  test("shows the disqualified only on request, and ranks the eliminated behind all", async ({
    world,
  }) => {
    const tournament = await scoredTournament(world, ["ann", "bob", "cid"], { noScore: "in" });
    await submitEach(world, tournament, { ann: 2, bob: 1 });
    await eliminate(world, tournament, "bob");
    expect((await read(world, tournament)).lines).toEqual([
      ["ann", 1],
      ["bob", 3],
    ]);
    await disqualify(world, tournament, "ann");
    const { IN, ELIMINATED, DISQUALIFIED } = EntryState;
    const readStates = async (more: object) =>
      (await world.entry.readLeaderboard({ ...tournament, ...more })).standings.map(
        ({ handle, rank, state }) => [handle, rank, state],
      );
    const bob = ["bob", 2, ELIMINATED];
    const ann = ["ann", undefined, DISQUALIFIED];
    expect(await readStates({})).toEqual([bob]);
    const named = await readStates({ handles: ["ann", "bob", "cid"] });
    expect(named).toEqual([bob, ann, ["cid", undefined, IN]]);
    expect(await readStates({ around: "ann", pageSize: 3 })).toEqual([bob, ann]);
  });

  test("is empty before the first join, and there is none without scoring", async ({ world }) => {
    const pending = await createTournament(world, { scoring: scoringMessage({}) });
    expect(await read(world, pending)).toMatchObject({ lines: [], entries: 0, listed: 0 });
    expect(await read(world, pending, { handles: ["g1"] })).toMatchObject({ missing: ["g1"] });
    const plain = await publishTournament(world);
    expect(await getReason(read(world, plain))).toBe("SCORES_NOT_ENABLED");
    await join(world, plain, "ann");
    expect(await getReason(read(world, plain))).toBe("SCORES_NOT_ENABLED");
  });

  test("refuses gamers it does not have, and requests that contradict themselves", async ({
    world,
  }) => {
    const tournament = await scoredTournament(world, ["ann"]);
    const { gameId } = tournament;
    await join(world, await publishTournament(world, { gameId }), "bob");
    const readReason = (more: object) => getReason(read(world, tournament, more));
    expect(await readReason({ around: "bob" })).toBe("GAMER_NOT_ENTERED");
    expect(await readReason({ around: "zoe" })).toBe("GAMER_NOT_FOUND");
    expect(await readReason({ around: "ann", pageSize: 102 })).toBe("INVALID_ARGUMENT");
    expect(await readReason({ around: "ann", pageToken: "x" })).toBe("INVALID_ARGUMENT");
    expect(await readReason({ pageToken: "nonsense" })).toBe("INVALID_PAGE_TOKEN");
    expect(await readReason({ gameId: newId(), handles: ["ann"] })).toBe("TOURNAMENT_NOT_FOUND");
  });
});

describe("ranks of a board", () => {
  test("are exact while strata grow, are cut, shrink and are merged", async ({ world }) => {
    const names = handles(3_000);
    const tournament = await scoredTournament(world, names, { operator: "last" });
    const scores = new Map<string, number>();
    const play = async (some: readonly string[], toPoints: (index: number) => number) => {
      for (let first = 0; first < some.length; first += 1_000) {
        const given = some
          .slice(first, first + 1_000)
          .map((handle, index) => ({ handle, score: toPoints(first + index) }));
        for (const { handle, score } of given) scores.set(handle, score);
        await submit(world, tournament, given);
      }
    };
    const some = names.filter((_, index) => index % 137 === 0);
    const expectExact = async () => {
      const asked = some.map((handle) => ({
        handle,
        score: scores.get(handle) ?? 0,
        withRank: true,
      }));
      const all = [...scores.values()];
      expect((await submit(world, tournament, asked)).map(toRank)).toEqual(
        asked.map(({ score }) => 1 + all.filter((other) => other > score).length),
      );
    };
    const { tournamentId } = tournament;
    const countStrata = async () =>
      (
        await world.admin.query("SELECT FROM entry.stratum WHERE tournament_id = $1", [
          tournamentId,
        ])
      ).rows.length;
    await play(names, (index) => (index * 7_919) % 3_000);
    await expectExact();
    const grown = await countStrata();
    expect(grown).toBeGreaterThan(1);
    // All but a few share one place, in the midst of the others.
    await play(names.slice(0, 2_900), () => 1_500);
    await expectExact();
    const shared = await preview(world, tournament, { places: 100, pageSize: 0 });
    expect(shared.payable).toBe(3_000);
    expect(shared.groups).toContainEqual(expect.objectContaining({ entries: 2_900 }));
    await play(names, (index) => 10_000 + Math.floor(index / 3));
    await expectExact();
    expect(await countStrata()).toBeLessThanOrEqual(2 * grown + 4);
    const { rows } = await world.admin.query(
      `SELECT listed, sum(entries)::int AS entries
       FROM entry.stratum JOIN entry.board USING (tournament_id)
       WHERE tournament_id = $1 GROUP BY listed`,
      [tournamentId],
    );
    expect(rows).toEqual([{ listed: 3_000, entries: 3_000 }]);
  });

  test("never count a gamer who gets better as ahead of themself", async ({ world }) => {
    const tournament = await scoredTournament(world, ["ann", "bob"]);
    await submitEach(world, tournament, { bob: 7 });
    const toAttempt = (attempt: string, score: number) => ({
      handle: "ann",
      score,
      attempt,
      withRank: true,
    });
    const attempts = [toAttempt("a0", 5), toAttempt("a1", 9), toAttempt("a2", 6)];
    expect((await submit(world, tournament, attempts)).map(toRank)).toEqual([2, 1, 1]);
    // A repeat tells the standing of now, even before a better attempt in its batch.
    const more = [toAttempt("a0", 5), toAttempt("a3", 20), toAttempt("a1", 9)];
    expect((await submit(world, tournament, more)).map(toRank)).toEqual([1, 1, 1]);
  });

  test("are told to the repeat of an eliminated gamer's attempt", async ({ world }) => {
    const tournament = await scoredTournament(world, ["ann", "bob", "cid"], { noScore: "in" });
    const attempt = { handle: "cid", score: 5, attempt: "match-1", withRank: true };
    await submit(world, tournament, [{ handle: "ann", score: 10 }, attempt]);
    await eliminate(world, tournament, "cid");
    expect((await submit(world, tournament, [attempt])).map(toRank)).toEqual([3]);
    expect((await read(world, tournament, { handles: ["cid"] })).lines).toEqual([["cid", 3]]);
  });
});

describe("the preview of a ranking", () => {
  test("goes on from a place, even if the gamer who stood there has moved", async ({ world }) => {
    const tournament = await scoredTournament(world, ["ann", "bob", "cid"]);
    await submitEach(world, tournament, { ann: 5, bob: 5, cid: 5 });
    const first = await preview(world, tournament, { pageSize: 1 });
    expect(toRanked(first)).toEqual([["ann", 1]]);
    await submitEach(world, tournament, { ann: 9 });
    const pageToken = first.standings?.nextPageToken ?? "";
    const second = await preview(world, tournament, { pageSize: 1, pageToken });
    expect(toRanked(second)).toEqual([["bob", 2]]);
    expect(second.continued).toBe(false);
  });

  test("leaves out joins whose fee is being charged, and is empty before the first", async ({
    world,
  }) => {
    const entryFeeMinorUnits = 5n;
    for (const tournament of [
      await publishTournament(world, { entryFeeMinorUnits }),
      await scoredTournament(world, [], { noScore: "in" }, { entryFeeMinorUnits }),
    ]) {
      expect(await preview(world, tournament)).toMatchObject({ entries: 0, groups: [] });
      await join(world, tournament, "ann");
      using _outage = world.fail("CollectFees", { when: "after" });
      await getReason(join(world, tournament, "bob"));
      const seen = await preview(world, tournament);
      expect(seen).toMatchObject({ entries: 1, groups: [{ rank: 1, entries: 1 }] });
      expect(toRanked(seen)).toEqual([["ann", 1]]);
      expect(seen.standings?.feeMinorUnits).toBe(entryFeeMinorUnits);
    }
  });

  test("is of one moment, while scores and eliminations change it", async ({ world }) => {
    const names = handles(30);
    const tournament = await scoredTournament(world, names, { operator: "last", noScore: "in" });
    const writing = Array.from({ length: 12 }, async (_, round) => {
      await submit(
        world,
        tournament,
        names.map((handle, index) => ({
          handle,
          score: (round * 7 + index) % 5,
          attempt: `r${round}`,
        })),
      );
      await eliminate(world, tournament, names[round] ?? "");
    });
    const ending = new AbortController();
    const written = Promise.all(writing).finally(() => ending.abort());
    do {
      const page = await preview(world, tournament, { places: 100 });
      const counts = Map.groupBy(toRanked(page), ([, rank]) => rank);
      expect(page.groups.map(({ rank, entries }) => [rank, entries])).toEqual(
        Array.from(counts, ([rank, { length }]) => [rank, length]),
      );
      expect(page).toMatchObject({ entries: 30, payable: 30 });
    } while (!ending.signal.aborted);
    await written;
  });

  test("writes nothing", async ({ world }) => {
    const tournament = await scoredTournament(world, ["ann", "bob"]);
    await submitEach(world, tournament, { ann: 5 });
    const readVersions = async () => {
      const { rows } = await world.admin.query<{ versions: string }>(
        `SELECT concat_ws(' ', (SELECT xmin FROM entry.registration WHERE tournament_id = $1),
           (SELECT xmin FROM entry.board WHERE tournament_id = $1),
           (SELECT string_agg(xmin::text, ' ') FROM entry.entry WHERE tournament_id = $1),
           (SELECT string_agg(xmin::text, ' ') FROM entry.standing WHERE tournament_id = $1)) AS versions`,
        [tournament.tournamentId],
      );
      return rows[0]?.versions;
    };
    const before = await readVersions();
    expect(toRanked(await preview(world, tournament))).toEqual([["ann", 1]]);
    expect(await readVersions()).toBe(before);
    const plain = await tournamentOf(world, "ann");
    await preview(world, plain);
    expect(await getReason(join(world, plain, "bob"))).toBe("accepted");
  });
});
