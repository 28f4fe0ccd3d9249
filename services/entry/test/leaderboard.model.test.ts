import type { ScoringTerms } from "@tms/kit/values/scoring";
import { EntryState } from "@tms/proto/tms/entry/v1/entry";
import fc from "fast-check";
import { byRankAndHandle, RankingModel } from "../../../test/model/ranking.ts";
import { STATE_AFTER, type Attempt } from "../../../test/model/scoring.ts";
import {
  disqualify,
  eliminate,
  reinstate,
  type TournamentKey,
} from "../../../test/world/actions.ts";
import { expect, test } from "../../../test/world/test.ts";
import type { World } from "../../../test/world/world.ts";
import { closeRegistration, freeze, handles, review, scoredTournament, submit } from "./actions.ts";
import { someTerms } from "./some-scoring.ts";
import type { Verdict } from "../src/values/attempts.ts";

const DECISIONS = { disqualify, eliminate, reinstate };
const NAMES = handles(3);
const who = fc.constantFrom(...NAMES);
// Few numbers, so that many are equal.
const someScore = fc.constantFrom(0, 1, 2);
const someTieBreak = fc.constantFrom(0, 0, 0, 1);
const someMove = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      does: fc.constant("score" as const),
      who,
      numbers: fc.tuple(someScore, someTieBreak, someTieBreak, someTieBreak),
      hold: fc.constantFrom(false, false, false, false, true),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant("review" as const),
      which: fc.nat(),
      verdict: fc.constantFrom<Verdict>("accept", "void", "hold"),
    }),
  },
  ...(["eliminate", "turn", "turnTwice"] as const).map((does) => ({
    weight: 1,
    arbitrary: fc.record({ does: fc.constant(does), who }),
  })),
);
type Move = typeof someMove extends fc.Arbitrary<infer M> ? M : never;

/** The whole leaderboard, page by page: everybody once, and nobody behind somebody worse. */
async function listed(world: World, tournament: TournamentKey): Promise<[string, number][]> {
  const lines: [string, number][] = [];
  let pageToken = "";
  do {
    const page = await world.entry.readLeaderboard({ ...tournament, pageSize: 2, pageToken });
    for (const { handle, rank } of page.standings) lines.push([handle, rank ?? 0]);
    pageToken = page.nextPageToken;
  } while (pageToken !== "");
  expect(new Set(lines.map(([handle]) => handle)).size).toBe(lines.length);
  expect(lines.map(([, rank]) => rank)).toEqual(
    lines.map(([, rank]) => rank).toSorted((one, other) => one - other),
  );
  return lines.toSorted(byRankAndHandle);
}

/** Checks that all answers tell the ranks of the model; an entry has none before it is decided. */
async function checkRanks(world: World, tournament: TournamentKey, model: RankingModel) {
  const ranks = model.ranks();
  const { entries } = await world.entry.listEntries(tournament);
  const selected = await world.entry.readLeaderboard({ ...tournament, handles: NAMES });
  for (const handle of NAMES) {
    const hasPlace = !model.open || model.board().some(([listedHandle]) => listedHandle === handle);
    const rank = hasPlace ? ranks.get(handle) : undefined;
    const { entry, standing } = await world.entry.getEntry({ ...tournament, handle });
    expect(standing?.rank).toBe(rank);
    expect(selected.standings.find((line) => line.handle === handle)?.rank).toBe(rank);
    const around = await world.entry.readLeaderboard({ ...tournament, around: handle });
    expect(around.standings.find((line) => line.handle === handle)?.rank).toBe(rank);
    const isDecided = !model.open || entry?.state !== EntryState.IN;
    expect(entry?.rank).toBe(isDecided ? rank : undefined);
    expect(entries.find((one) => one.handle === handle)?.rank).toBe(entry?.rank);
  }
}

/** A tournament and its model. */
class Played {
  readonly model: RankingModel;
  readonly #attempts: { id: string; model: Attempt }[] = [];
  readonly #terms: ScoringTerms;
  readonly #tournament: TournamentKey;
  readonly #world: World;

  constructor(world: World, tournament: TournamentKey, terms: ScoringTerms) {
    this.#world = world;
    this.#tournament = tournament;
    this.#terms = terms;
    this.model = new RankingModel(Infinity, terms);
    for (const name of NAMES) this.model.join(name);
  }

  async play(move: Move): Promise<void> {
    switch (move.does) {
      case "score":
        return await this.#score(move.who, move.numbers, move.hold);
      case "review":
        return await this.#review(move.which, move.verdict);
      case "eliminate":
        if (this.model.stateOf(move.who) !== "in") return;
        return await this.#decide("eliminate", move.who);
      case "turn":
        return await this.#turn(move.who);
      case "turnTwice":
        // The second decision undoes the first.
        await this.#turn(move.who);
        return await this.#turn(move.who);
      default:
        return move satisfies never;
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

  async #score(handle: string, given: readonly number[], hold: boolean): Promise<void> {
    if (this.model.stateOf(handle) !== "in") return;
    const [score = 0, ...tieBreaks] = given.slice(0, 1 + this.#terms.tieBreaks.length);
    const scores = [{ handle, score, tieBreaks, hold, repeatable: true }];
    const [told] = await submit(this.#world, this.#tournament, scores);
    if (told?.outcome.case !== "score") throw new Error(`${handle}'s score was refused`);
    const model = this.model.attempt(handle, [score, ...tieBreaks], hold ? "held" : "counted");
    this.#attempts.push({ id: told.outcome.value.id, model });
  }

  async #review(which: number, verdict: Verdict): Promise<void> {
    const reviewed = this.#attempts[which % this.#attempts.length];
    if (reviewed === undefined) return;
    await review(this.#world, this.#tournament, verdict, reviewed.id);
    reviewed.model.state = STATE_AFTER[verdict];
  }
}

test("lists all entries in order and tells one rank of each after any sequence of operations", async ({
  world,
}) => {
  await fc.assert(
    fc.asyncProperty(
      someTerms,
      fc.array(someMove, { maxLength: 25, size: "max" }),
      async (terms, moves) => {
        const tournament = await scoredTournament(world, NAMES, terms);
        const played = new Played(world, tournament, terms);
        for (const each of moves) {
          await played.play(each);
          expect(await listed(world, tournament)).toEqual(played.model.board());
        }
        await checkRanks(world, tournament, played.model);
        // A cancelled tournament stays so: its ranking is never frozen.
        await closeRegistration(world, tournament);
        played.model.open = false;
        await checkRanks(world, tournament, played.model);
        await freeze(world, tournament);
        await checkRanks(world, tournament, played.model);
      },
    ),
    { numRuns: 30 },
  );
});
