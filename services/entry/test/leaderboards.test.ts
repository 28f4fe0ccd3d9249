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

  test("goes on before and after a gamer, and ends with an unplaced one", async ({ world }) => {
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

  test("shows present names, and metadata of best attempts on request", async ({ world }) => {
    const tournament = await scoredTournament(world, ["ann", "bob", "cid"]);
    const { gameId } = tournament;
    await submit(world, tournament, [
      { handle: "ann", score: 5, metadata: '{"car":"blue"}' },
      { handle: "ann", score: 5, metadata: '{"car":"late"}' },
      { handle: "bob", score: 2 },
    ]);
    for (const [handle, displayName] of [
      ["ann", "Ann"],
      ["cid", "Cid"],
    ] as const) {
      const request = { requestId: newId(), gameId, handle, patch: { displayName } };
      await world.entry.updateGamer(request);
    }
    const readShown = async (more: object) =>
      (await world.entry.readLeaderboard({ ...tournament, ...more })).standings.map(
        ({ displayName, metadata }) => [displayName, metadata],
      );
    const ann = ["Ann", '{"car":"blue"}'];
    expect(await readShown({})).toEqual([
      ["Ann", ""],
      ["", ""],
    ]);
    const withMetadata = true;
    expect(await readShown({ withMetadata })).toEqual([ann, ["", ""]]);
    expect(await readShown({ withMetadata, around: "cid" })).toEqual([ann, ["", ""], ["Cid", ""]]);
    expect(await readShown({ withMetadata, handles: ["cid", "ann"] })).toEqual([ann, ["Cid", ""]]);
    const twice = readShown({ handles: ["Zo\u00eb", "Zoe\u0308"] });
    expect(await getReason(twice)).toBe("INVALID_ARGUMENT");
  });

  test("shows the disqualified only on request, ranks the eliminated last", async ({ world }) => {
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

  test("refuses gamers without an entry, and contradictory requests", async ({ world }) => {
    const tournament = await scoredTournament(world, ["ann"]);
    const { gameId } = tournament;
    await join(world, await publishTournament(world, { gameId }), "bob");
    for (const [more, reason] of [
      [{ around: "bob" }, "GAMER_NOT_ENTERED"],
      [{ around: "zoe" }, "GAMER_NOT_FOUND"],
      [{ around: "ann", pageSize: 102 }, "INVALID_ARGUMENT"],
      [{ around: "ann", pageToken: "x" }, "INVALID_ARGUMENT"],
      [{ pageToken: "nonsense" }, "INVALID_PAGE_TOKEN"],
    ] as const)
      expect(await getReason(read(world, tournament, more))).toBe(reason);
  });
});

describe("ranks of a board", () => {
  test("are exact while strata grow, are cut, shrink and are merged", async ({ world }) => {
    const names = handles(3_000);
    const tournament = await scoredTournament(world, names, { operator: "last" });
    const { tournamentId } = tournament;
    const scores = new Map<string, number>();
    const play = async (some: readonly string[], toPoints: (index: number) => number) => {
      for (const [index, handle] of some.entries()) scores.set(handle, toPoints(index));
      const given = some.map((handle) => ({ handle, score: scores.get(handle) ?? 0 }));
      for (let first = 0; first < given.length; first += 1_000)
        await submit(world, tournament, given.slice(first, first + 1_000));
      const asked = [...scores]
        .filter((_, index) => index % 137 === 0)
        .map(([handle, score]) => ({ handle, score, withRank: true }));
      const all = [...scores.values()];
      expect((await submit(world, tournament, asked)).map(toRank)).toEqual(
        asked.map(({ score }) => 1 + all.filter((other) => other > score).length),
      );
    };
    const countStrata = async () => {
      const strata = "SELECT FROM entry.stratum WHERE tournament_id = $1";
      return (await world.admin.query(strata, [tournamentId])).rows.length;
    };
    await play(names, (index) => (index * 7_919) % 3_000);
    const grown = await countStrata();
    expect(grown).toBeGreaterThan(1);
    // All but a few share one place, in the midst of the others.
    await play(names.slice(0, 2_900), () => 1_500);
    const shared = await preview(world, tournament, { places: 100, pageSize: 0 });
    expect(shared.payable).toBe(3_000);
    expect(shared.groups).toContainEqual(expect.objectContaining({ entries: 2_900 }));
    await play(names, (index) => 10_000 + Math.floor(index / 3));
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

  test("leaves out joins with a pending fee, and is empty before the first", async ({ world }) => {
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
      const tables = ["registration", "board", "entry", "standing"].map(
        (table) => `SELECT xmin::text FROM entry.${table} WHERE tournament_id = $1`,
      );
      return (await world.admin.query(tables.join(" UNION ALL "), [tournament.tournamentId])).rows;
    };
    const before = await readVersions();
    expect(toRanked(await preview(world, tournament))).toEqual([["ann", 1]]);
    expect(await readVersions()).toEqual(before);
    expect(await getReason(join(world, tournament, "cid"))).toBe("accepted");
  });
});
