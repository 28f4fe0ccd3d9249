import type { ScoringTerms } from "@tms/kit/values/scoring";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { groupsHolding } from "../src/ranking/competition-rank.ts";
import { previewOf, rankedOf } from "./previews.ts";
import { scoredTournament, submit } from "./scores.ts";
import {
  closeOutcomes,
  handles,
  refusal,
  startEntry,
  type EntryUnderTest,
  type TournamentKey,
} from "./service.ts";

let service: EntryUnderTest;
beforeAll(async () => {
  service = await startEntry();
});
afterAll(() => service?.close());

const preview = (tournament: TournamentKey, more: object = {}) =>
  previewOf(service, tournament, more);

/** All that a preview lists, page by page; each page says whether it goes on within a rank. */
async function pages(tournament: TournamentKey, places: number, pageSize: number) {
  const all: [string, number][] = [];
  let pageToken = "";
  do {
    const page = await preview(tournament, { places, pageSize, pageToken });
    const ranked = rankedOf(page);
    expect(ranked.length).toBeLessThanOrEqual(pageSize);
    expect(page.continued).toBe(ranked.length > 0 && all.at(-1)?.[1] === ranked[0]?.[1]);
    all.push(...ranked);
    pageToken = page.standings?.nextPageToken ?? "";
  } while (pageToken !== "");
  return all;
}

/** Everybody on a leaderboard. */
async function leaderboard(tournament: TournamentKey) {
  const { standings } = await service.entry.readLeaderboard({ ...tournament, pageSize: 1_000 });
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

/** Plays a history; what comes of gamers who are out or disqualified is left out. */
async function play(
  tournament: TournamentKey,
  moves: readonly (typeof move extends fc.Arbitrary<infer T> ? T : never)[],
  names: readonly string[],
  isScored: boolean,
): Promise<void> {
  const out = new Set<string>();
  const disqualified = new Set<string>();
  const isIn = (name: string) => !out.has(name) && !disqualified.has(name);
  for (const [index, one] of moves.entries()) {
    if ("judged" in one) {
      const name = names[one.judged];
      if (name === undefined) continue;
      const isBack = disqualified.delete(name);
      await (isBack ? service.reinstate(tournament, name) : service.disqualify(tournament, name));
      if (!isBack) disqualified.add(name);
      continue;
    }
    if ("out" in one) {
      const going = one.out.flatMap((n) => names[n] ?? []).filter(isIn);
      if (going.length > 0) await service.eliminate(tournament, ...going);
      for (const name of going) out.add(name);
      continue;
    }
    const handle = names[one.who];
    if (!isScored || handle === undefined || !isIn(handle)) continue;
    await submit(service, tournament, [{ handle, score: one.score, attempt: `a${index}` }]);
  }
}

test("previews the ranking that freezing makes, and so does the last leaderboard", async () => {
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
          ? await scoredTournament(service, names, scoring)
          : service.newTournament();
        if (!scoring && names.length > 0) await service.joinAll(tournament, names);
        await play(tournament, moves, names, scoring !== null);
        const seen = await preview(tournament, { places });
        const paged = await pages(tournament, places, pageSize);
        expect(paged).toEqual(rankedOf(seen));
        const listed = scoring ? await leaderboard(tournament) : [];

        const [closed] = await closeOutcomes(service.entry, [tournament]);
        expect(closed?.outcome.value).toMatchObject({ entries: count });
        const payable =
          typeof closed?.outcome.value === "object" && "payable" in closed.outcome.value
            ? closed.outcome.value.payable
            : undefined;
        expect(seen.entries).toBe(count);
        // A registration opens with its first join. Until then the service does not know the scoring.
        if (count > 0) expect(seen.payable).toBe(payable);
        const frozen = await service.freeze(tournament, {}, places);
        expect(seen.groups).toEqual(groupsHolding(frozen.groups, places));
        const final = await service.entry.readStandings({ ...tournament, pageSize: 100 });
        const ranking = final.handles.map((handle, index): [string, number] => [
          handle,
          final.ranks[index] ?? 0,
        ]);
        expect(paged).toEqual(ranking.slice(0, paged.length));
        // The groups include every entry that holds one of the ranks.
        expect(paged).toHaveLength(seen.groups.reduce((sum, { entries }) => sum + entries, 0));
        const hasPlace = new Set(listed.map(([handle]) => handle));
        expect(listed).toEqual(ranking.filter(([handle]) => hasPlace.has(handle)));
        expect(await refusal(preview(tournament))).toBe("TOURNAMENT_NOT_PUBLISHED");
      },
    ),
    { numRuns: 30 },
  );
});
