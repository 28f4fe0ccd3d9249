import fc from "fast-check";
import { soleResult } from "@tms/kit/rpc/outcomes";
import type { ScoringTerms } from "@tms/kit/values/scoring";
import { EntryState } from "@tms/proto/tms/entry/v1/entry";
import { byRankAndHandle, RankingModel } from "../../../test/model/ranking.ts";
import { foldAttempts, STATE_AFTER, type Attempt } from "../../../test/model/scoring.ts";
import {
  disqualify,
  eliminate,
  getReason,
  readPages,
  reinstate,
  type TournamentKey,
} from "../../../test/world/actions.ts";
import { expect, test } from "../../../test/world/test.ts";
import type { World } from "../../../test/world/world.ts";
import type { Verdict } from "../src/db/tables.ts";
import { takeGroups } from "../src/ranking/competition-rank.ts";
import {
  closeOutcomes,
  freeze,
  handles,
  preview,
  previewPages,
  review,
  scoredTournament,
  submit,
  toRanked,
} from "./actions.ts";
import { someTerms } from "./some-scoring.ts";

const DECISIONS = { disqualify, eliminate, reinstate };
const NAMES = handles(4);
const who = fc.constantFrom(...NAMES);
// Few numbers, so that many are equal.
const someScore = fc.constantFrom(0, 1, 2);
const someTieBreak = fc.constantFrom(0, 0, 0, 1);
// Few names, so that attempts repeat, also within a request.
const someItem = fc.record(
  {
    handle: who,
    numbers: fc.tuple(someScore, someTieBreak, someTieBreak, someTieBreak),
    hold: fc.constantFrom(false, false, false, false, true),
    attempt: fc.constantFrom("match-1", "match-2"),
  },
  { requiredKeys: ["handle", "numbers", "hold"] },
);
type Item = typeof someItem extends fc.Arbitrary<infer I> ? I : never;
const someMove = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      does: fc.constant("score" as const),
      items: fc.array(someItem, { minLength: 1, maxLength: 4 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      does: fc.constant("review" as const),
      which: fc.array(fc.nat(), { minLength: 1, maxLength: 4 }),
      verdict: fc.constantFrom<Verdict>("accept", "void", "hold"),
    }),
  },
  ...(["eliminate", "turn", "turnTwice"] as const).map((does) => ({
    weight: 1,
    arbitrary: fc.record({ does: fc.constant(does), who }),
  })),
);
type Move = typeof someMove extends fc.Arbitrary<infer M> ? M : never;

/** An attempt of the service and of the model. */
interface Recorded {
  id: string;
  handle: string;
  name: string | undefined;
  model: Attempt;
}

/** Whether a gamer has a rank: as long as the tournament is open, only if the board lists the gamer. */
const hasRank = (model: RankingModel, handle: string): boolean =>
  !model.open || model.board().some(([listed]) => listed === handle);

/** Checks that all answers tell the ranks of the model; an entry has none before it is decided. */
async function checkRanks(
  world: World,
  tournament: TournamentKey,
  model: RankingModel,
  names: readonly string[],
) {
  if (names.length === 0) return;
  const ranks = model.ranks();
  const { entries } = await world.entry.listEntries(tournament);
  const selected = await world.entry.readLeaderboard({ ...tournament, handles: [...names] });
  const reads = names.map((around) => ({ ...tournament, around }));
  const { outcomes } = await world.entry.batchReadLeaderboard({ reads });
  for (const [index, handle] of names.entries()) {
    const rank = hasRank(model, handle) ? ranks.get(handle) : undefined;
    const { entry, standing } = await world.entry.getEntry({ ...tournament, handle });
    expect(standing?.rank).toBe(rank);
    expect(selected.standings.find((line) => line.handle === handle)?.rank).toBe(rank);
    const around = soleResult(outcomes.slice(index, index + 1));
    expect(around.standings.find((line) => line.handle === handle)?.rank).toBe(rank);
    const isDecided = !model.open || entry?.state !== EntryState.IN;
    expect(entry?.rank).toBe(isDecided ? rank : undefined);
    expect(entries.find((one) => one.handle === handle)?.rank).toBe(entry?.rank);
  }
}

/** A tournament and its model. */
class Played {
  readonly model: RankingModel;
  readonly #attempts: Recorded[] = [];
  readonly #terms: ScoringTerms;
  readonly #tournament: TournamentKey;
  readonly #world: World;

  constructor(
    world: World,
    tournament: TournamentKey,
    terms: ScoringTerms,
    names: readonly string[],
  ) {
    this.#world = world;
    this.#tournament = tournament;
    this.#terms = terms;
    this.model = new RankingModel(Infinity, terms);
    for (const name of names) this.model.join(name);
  }

  async play(move: Move): Promise<void> {
    if (move.does === "review") return await this.#review(move.which, move.verdict);
    if (move.does === "score") return await this.#score(move.items);
    const state = this.model.stateOf(move.who);
    if (state === undefined) return;
    if (move.does === "eliminate") {
      if (state === "in") await this.#decide("eliminate", move.who);
    } else {
      await this.#turn(move.who);
      // The second decision undoes the first.
      if (move.does === "turnTwice") await this.#turn(move.who);
    }
  }

  /** Disqualifies a gamer, or reinstates one who is disqualified. */
  async #turn(handle: string): Promise<void> {
    const isOut = this.model.stateOf(handle) === "disqualified";
    await this.#decide(isOut ? "reinstate" : "disqualify", handle);
  }

  async #decide(verdict: keyof typeof DECISIONS, handle: string): Promise<void> {
    await DECISIONS[verdict](this.#world, this.#tournament, handle);
    const refusal = this.model.decide(verdict, [handle]);
    if (refusal !== undefined) throw new Error(`the model refuses to ${verdict}: ${refusal}`);
  }

  /** Sends scores in one request, which asks for the rank with the last score of each gamer. */
  async #score(items: readonly Item[]): Promise<void> {
    const sent = items
      .filter(({ handle }) => this.model.stateOf(handle) === "in")
      .map(({ numbers, ...item }, index, all) => {
        const [score = 0, ...tieBreaks] = numbers.slice(0, 1 + this.#terms.tieBreaks.length);
        const withRank = all.findLastIndex(({ handle }) => handle === item.handle) === index;
        return { ...item, score, tieBreaks, repeatable: true, withRank };
      });
    if (sent.length === 0) return;
    const outcomes = await submit(this.#world, this.#tournament, sent);
    const expected = sent.map(({ handle, score, tieBreaks, hold, attempt: name }, index) => {
      const numbers = [score, ...tieBreaks];
      const before = this.#attempts.find(
        (one) => name !== undefined && one.name === name && one.handle === handle,
      );
      if (before === undefined) {
        const model = this.model.attempt(handle, numbers, hold ? "held" : "counted");
        const outcome = outcomes[index]?.outcome;
        const id = outcome?.case === "score" ? outcome.value.id : "";
        this.#attempts.push({ id, handle, name, model });
        return id;
      }
      return String(before.model.numbers) === String(numbers) ? before.id : "ATTEMPT_REUSED";
    });
    expect(
      outcomes.map(({ outcome }) =>
        outcome.case === "score" ? outcome.value.id : outcome.value?.reason,
      ),
    ).toEqual(expected);
    const ranks = this.model.ranks();
    for (const [index, { handle, withRank }] of sent.entries()) {
      const told = outcomes[index]?.outcome;
      if (told?.case !== "score") continue;
      const isTold = withRank && hasRank(this.model, handle);
      expect(told.value.standing?.rank).toBe(isTold ? ranks.get(handle) : undefined);
    }
  }

  async #review(which: readonly number[], verdict: Verdict): Promise<void> {
    const all = this.#attempts;
    const chosen = new Set(which.flatMap((n) => all[n % all.length] ?? []));
    if (chosen.size === 0) return;
    await review(this.#world, this.#tournament, verdict, ...[...chosen].map(({ id }) => id));
    for (const { model } of chosen) model.state = STATE_AFTER[verdict];
  }

  /** Returns the score of a gamer with its tie-breaks, and the number of attempts that it took. */
  standing(handle: string): { numbers: readonly number[]; attempts: number } {
    const own = this.#attempts.filter((one) => one.handle === handle).map(({ model }) => model);
    return {
      numbers: foldAttempts(this.#terms, own)?.numbers ?? [],
      attempts: own.filter(({ state }) => state !== "void").length,
    };
  }
}

/** Reads a whole leaderboard page by page, and checks its order and its scores. */
async function readBoard(world: World, tournament: TournamentKey, played: Played) {
  const pages = await readPages((pageToken) =>
    world.entry.readLeaderboard({ ...tournament, pageSize: 2, pageToken }),
  );
  const lines = pages.flatMap(({ standings }) =>
    standings.map(({ handle, rank = 0, score, tieBreaks, attempts }): [string, number] => {
      const numbers = score === undefined ? [] : [score, ...tieBreaks].map(Number);
      expect({ numbers, attempts }).toEqual(played.standing(handle));
      return [handle, rank];
    }),
  );
  expect(lines.map(([, rank]) => rank)).toEqual(
    lines.map(([, rank]) => rank).toSorted((one, other) => one - other),
  );
  return lines;
}

test("lists, previews and freezes the model's ranking after any operations", async ({ world }) => {
  await fc.assert(
    fc.asyncProperty(
      someTerms,
      fc.constantFrom(0, 3, 4),
      fc.array(someMove, { maxLength: 25, size: "max" }),
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 1, max: 3 }),
      async (terms, count, moves, places, pageSize) => {
        const names = NAMES.slice(0, count);
        const tournament = await scoredTournament(world, names, terms);
        const played = new Played(world, tournament, terms, names);
        let listed: [string, number][] = [];
        for (const move of moves) {
          await played.play(move);
          listed = await readBoard(world, tournament, played);
          expect(listed.toSorted(byRankAndHandle)).toEqual(played.model.board());
        }

        const seen = await preview(world, tournament, { places });
        const paged = await previewPages(world, tournament, places, pageSize);
        expect(paged).toEqual(toRanked(seen));
        const { model } = played;
        await checkRanks(world, tournament, model, names);
        const payable = terms.noScore === "in" ? model.ranks().size : model.board().length;
        const [closed] = await closeOutcomes(world, [tournament]);
        // A registration opens with its first join. Until then the service does not know the scoring.
        const counts = count === 0 ? { entries: 0 } : { entries: count, payable };
        expect(closed?.outcome.value).toMatchObject(counts);
        expect(seen).toMatchObject(counts);
        model.open = false;
        // A cancelled tournament stays so: its ranking is never frozen.
        await checkRanks(world, tournament, model, names);
        const frozen = await freeze(world, tournament, {}, places);
        expect(seen.groups).toEqual(takeGroups(frozen.groups, places));
        await checkRanks(world, tournament, model, names);
        const final = await world.entry.readStandings({ ...tournament, pageSize: 100 });
        const ranking = final.handles.map((handle, index): [string, number] => [
          handle,
          final.ranks[index] ?? 0,
        ]);
        const ranked = ranking.filter(([, rank]) => rank > 0);
        expect(ranked.toSorted(byRankAndHandle)).toEqual(
          [...model.ranks()].toSorted(byRankAndHandle),
        );
        // The preview begins the ranking, and has every entry that holds one of its ranks.
        expect(paged).toEqual(ranking.slice(0, paged.length));
        expect(paged).toHaveLength(seen.groups.reduce((sum, { entries }) => sum + entries, 0));
        const hasPlace = new Set(listed.map(([handle]) => handle));
        expect(listed).toEqual(ranking.filter(([handle]) => hasPlace.has(handle)));
        expect(await getReason(preview(world, tournament))).toBe("TOURNAMENT_NOT_PUBLISHED");
      },
    ),
    { numRuns: 25 },
  );
});
