import type { ScoringTerms } from "@tms/kit/values/scoring";
import fc from "fast-check";
import { byRankAndHandle, RankingModel } from "../../../test/model/ranking.ts";
import {
  disqualify,
  eliminate,
  getReason,
  joinAll,
  publishTournament,
  reinstate,
  type TournamentKey,
} from "../../../test/world/actions.ts";
import { expect, test } from "../../../test/world/test.ts";
import type { World } from "../../../test/world/world.ts";
import { groupsHolding } from "../src/ranking/competition-rank.ts";
import { PLAIN } from "./some-scoring.ts";
import {
  closeOutcomes,
  freeze,
  handles,
  preview,
  scoredTournament,
  submit,
  toRanked,
} from "./actions.ts";

const DECISIONS = { disqualify, reinstate };

/** All that a preview lists, page by page; each page says whether it goes on within a rank. */
async function pages(world: World, tournament: TournamentKey, places: number, pageSize: number) {
  const all: [string, number][] = [];
  let pageToken = "";
  do {
    const page = await preview(world, tournament, { places, pageSize, pageToken });
    const ranked = toRanked(page);
    expect(ranked.length).toBeLessThanOrEqual(pageSize);
    expect(page.continued).toBe(ranked.length > 0 && all.at(-1)?.[1] === ranked[0]?.[1]);
    all.push(...ranked);
    pageToken = page.standings?.nextPageToken ?? "";
  } while (pageToken !== "");
  return all;
}

/** Everybody on a leaderboard. */
async function leaderboard(world: World, tournament: TournamentKey) {
  const { standings } = await world.entry.readLeaderboard({ ...tournament, pageSize: 1_000 });
  // Whoever is in without a score has a rank only where somebody asks for them.
  return standings.map(({ handle, rank = 0 }): [string, number] => [handle, rank]);
}

const NAMES = handles(9);
const move = fc.oneof(
  { weight: 4, arbitrary: fc.record({ who: fc.nat(8), score: fc.nat(4) }) },
  {
    weight: 1,
    arbitrary: fc.record({ out: fc.uniqueArray(fc.nat(8), { minLength: 1, maxLength: 3 }) }),
  },
  // Whoever is disqualified already is reinstated.
  { weight: 1, arbitrary: fc.record({ judged: fc.nat(8) }) },
);
const terms = fc.option(
  fc.record({
    operator: fc.constantFrom("best", "last", "sum"),
    direction: fc.constantFrom("higher", "lower"),
    ties: fc.constantFrom("shared", "earliest"),
    noScore: fc.constantFrom("in", "out"),
  }) satisfies fc.Arbitrary<Partial<ScoringTerms>>,
);

/** Plays moves on the service and on the model; skips moves of gamers who are out. */
async function play(
  world: World,
  tournament: TournamentKey,
  moves: readonly (typeof move extends fc.Arbitrary<infer T> ? T : never)[],
  names: readonly string[],
  model: RankingModel,
  isScored: boolean,
): Promise<void> {
  for (const [index, one] of moves.entries()) {
    if ("judged" in one) {
      const name = names[one.judged];
      if (name === undefined) continue;
      const verdict = model.stateOf(name) === "disqualified" ? "reinstate" : "disqualify";
      await DECISIONS[verdict](world, tournament, name);
      model.decide(verdict, [name]);
      continue;
    }
    if ("out" in one) {
      const going = one.out
        .flatMap((n) => names[n] ?? [])
        .filter((name) => model.stateOf(name) === "in");
      if (going.length === 0) continue;
      await eliminate(world, tournament, ...going);
      model.decide("eliminate", going);
      continue;
    }
    const handle = names[one.who];
    if (!isScored || handle === undefined || model.stateOf(handle) !== "in") continue;
    await submit(world, tournament, [{ handle, score: one.score, attempt: `a${index}` }]);
    model.attempt(handle, [one.score], "counted");
  }
}

test("previews the ranking that freezing makes, and so does the last leaderboard", async ({
  world,
}) => {
  await fc.assert(
    fc.asyncProperty(
      terms,
      fc.nat(9),
      fc.array(move, { maxLength: 20 }),
      fc.integer({ min: 1, max: 10 }),
      fc.integer({ min: 1, max: 5 }),
      async (scoring, count, moves, places, pageSize) => {
        const names = NAMES.slice(0, count);
        const tournament = scoring
          ? await scoredTournament(world, names, scoring)
          : await publishTournament(world);
        if (!scoring && names.length > 0) await joinAll(world, tournament, names);
        const model = new RankingModel(Infinity, scoring && { ...PLAIN, ...scoring });
        for (const name of names) model.join(name);
        await play(world, tournament, moves, names, model, scoring !== null);
        const seen = await preview(world, tournament, { places });
        const paged = await pages(world, tournament, places, pageSize);
        expect(paged).toEqual(toRanked(seen));
        const listed = scoring ? await leaderboard(world, tournament) : [];

        const [closed] = await closeOutcomes(world, [tournament]);
        expect(closed?.outcome.value).toMatchObject({ entries: count });
        const payable =
          typeof closed?.outcome.value === "object" && "payable" in closed.outcome.value
            ? closed.outcome.value.payable
            : undefined;
        expect(seen.entries).toBe(count);
        // A registration opens with its first join. Until then the service does not know the scoring.
        if (count > 0) expect(seen.payable).toBe(payable);
        const frozen = await freeze(world, tournament, {}, places);
        expect(seen.groups).toEqual(groupsHolding(frozen.groups, places));
        const final = await world.entry.readStandings({ ...tournament, pageSize: 100 });
        const ranking = final.handles.map((handle, index): [string, number] => [
          handle,
          final.ranks[index] ?? 0,
        ]);
        const ranked = ranking.filter(([, rank]) => rank > 0);
        expect(ranked.toSorted(byRankAndHandle)).toEqual(
          [...model.ranks()].toSorted(byRankAndHandle),
        );
        expect(paged).toEqual(ranking.slice(0, paged.length));
        // The groups include every entry that holds one of the ranks.
        expect(paged).toHaveLength(seen.groups.reduce((sum, { entries }) => sum + entries, 0));
        const hasPlace = new Set(listed.map(([handle]) => handle));
        expect(listed).toEqual(ranking.filter(([handle]) => hasPlace.has(handle)));
        expect(await getReason(preview(world, tournament))).toBe("TOURNAMENT_NOT_PUBLISHED");
      },
    ),
    { numRuns: 30 },
  );
});
