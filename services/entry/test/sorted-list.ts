import type { ScoringTerms } from "@tms/kit/values/scoring";
import type { AttemptState } from "../src/values/attempts.ts";

interface ListedAttempt {
  numbers: readonly number[];
  state: AttemptState;
  sequence: number;
}

/**
 * A leaderboard in the fewest words: who has which attempts, who is out and who is disqualified. Each
 * time it is asked everything is added up and everybody compared with everybody anew.
 */
export class SortedList {
  readonly #attempts = new Map<string, ListedAttempt[]>();
  readonly #out: string[] = [];
  readonly #disqualified = new Set<string>();
  readonly #terms: ScoringTerms;
  readonly #names: readonly string[];
  #sequence = 0;

  constructor(terms: ScoringTerms, names: readonly string[]) {
    this.#terms = terms;
    this.#names = names;
  }

  isOut = (name: string): boolean => this.#out.includes(name);
  isDisqualified = (name: string): boolean => this.#disqualified.has(name);

  /** Adds an attempt: a score and its tie-breaks; returns it, for a review to change its state. */
  attempt(name: string, numbers: readonly number[], state: AttemptState): { state: AttemptState } {
    const added: ListedAttempt = { numbers, state, sequence: ++this.#sequence };
    this.#attempts.set(name, [...(this.#attempts.get(name) ?? []), added]);
    return added;
  }

  eliminate(name: string): void {
    this.#out.push(name);
  }

  /** Disqualifies a gamer, or reinstates one who is. */
  turn(name: string): void {
    if (!this.#disqualified.delete(name)) this.#disqualified.add(name);
  }

  /** Everybody who is listed with their rank, by rank and name. */
  lines(): [name: string, rank: number][] {
    const ranked = this.#names.filter((name) => !this.isDisqualified(name));
    const listed = ranked.filter((name) => this.isOut(name) || this.#result(name) !== null);
    return listed
      .map((name): [string, number] => [
        name,
        1 + ranked.filter((other) => isLess(this.#standing(other), this.#standing(name))).length,
      ])
      .toSorted(byRankAndName);
  }

  /** What everybody is compared by, the less the better. */
  #standing(name: string): readonly number[] {
    if (this.isOut(name)) return [2, -this.#out.indexOf(name)];
    const result = this.#result(name);
    if (result === null) return [this.#terms.noScore === "in" ? 1 : 3];
    const earliest = this.#terms.ties === "earliest" ? [result.reached] : [];
    return [0, ...this.#lessIsBetter(result.numbers), ...earliest];
  }

  /** What the attempts that count come to, and with which of them they last came to something else. */
  #result(name: string): { numbers: readonly number[]; reached: number } | null {
    const counted = (this.#attempts.get(name) ?? []).filter(({ state }) => state === "counted");
    let last: { numbers: readonly number[]; reached: number } | null = null;
    counted.forEach(({ sequence }, index) => {
      const numbers = this.#valueOf(counted.slice(0, index + 1).map((each) => each.numbers));
      if (String(last?.numbers) !== String(numbers)) last = { numbers, reached: sequence };
    });
    return last;
  }

  #valueOf(all: readonly (readonly number[])[]): readonly number[] {
    const { operator, counted } = this.#terms;
    const bestFirst = all.toSorted((one, other) =>
      isLess(this.#lessIsBetter(one), this.#lessIsBetter(other)) ? -1 : 1,
    );
    if (operator === "last") return all.at(-1) ?? [];
    if (operator === "best") return bestFirst[0] ?? [];
    const added = bestFirst.slice(0, counted ?? all.length);
    return (all[0] ?? []).map((_, at) => added.reduce((sum, each) => sum + (each[at] ?? 0), 0));
  }

  #lessIsBetter(numbers: readonly number[]): number[] {
    const directions = [this.#terms.direction, ...this.#terms.tieBreaks];
    return numbers.map((number, at) => (directions[at] === "lower" ? number : -number));
  }
}

/** Whether a list of numbers comes before another; equal ones come before none. */
function isLess(one: readonly number[], other: readonly number[]): boolean {
  const at = one.findIndex((number, index) => number !== other[index]);
  return at >= 0 && (one[at] ?? 0) < (other[at] ?? 0);
}

/** By rank, and by name where gamers share one. */
export const byRankAndName = (
  [oneName, oneRank]: readonly [string, number],
  [otherName, otherRank]: readonly [string, number],
): number => oneRank - otherRank || (oneName < otherName ? -1 : 1);
