import {
  compareLists,
  foldAttempts,
  toSortKey,
  type Attempt,
  type ScoreResult,
  type Scoring,
} from "./scoring.ts";

/** An entry, as far as its rank depends on it. */
export interface RankedEntry {
  handle: string;
  disqualified: boolean;
  /** The number of the elimination in which the gamer went out; a later one is better. */
  round?: number | undefined;
  /** The rank that the game gave when it ended the tournament. */
  place?: number | undefined;
  result?: ScoreResult | null;
}

export type EntryVerdict = "eliminate" | "disqualify" | "reinstate";

export const getState = ({ disqualified, round }: RankedEntry): string =>
  disqualified ? "disqualified" : round === undefined ? "in" : "eliminated";

/** Applies a decision to all named entries; returns the reason if one of them forbids it. */
export function decide(
  entries: readonly RankedEntry[],
  verdict: EntryVerdict,
  handles: readonly string[],
): RankedEntry[] | string {
  const latest = Math.max(0, ...entries.map(({ round = 0 }) => round));
  for (const handle of handles) {
    const entry = entries.find((one) => one.handle === handle);
    const reason = entry === undefined ? "GAMER_NOT_FOUND" : findRefusal(verdict, entry, latest);
    if (reason !== undefined) return reason;
  }
  return entries.map((entry) => {
    if (!handles.includes(entry.handle)) return entry;
    if (verdict === "eliminate") return { ...entry, round: latest + 1 };
    if (verdict === "disqualify") return { ...entry, disqualified: true };
    // A reinstatement undoes the disqualification first, and leaves the elimination before it.
    if (entry.disqualified) return { ...entry, disqualified: false };
    return { ...entry, round: undefined };
  });
}

function findRefusal(verdict: EntryVerdict, entry: RankedEntry, latest: number) {
  if (verdict !== "reinstate") {
    if (entry.disqualified) return "GAMER_DISQUALIFIED";
    const isOut = verdict === "eliminate" && entry.round !== undefined;
    return isOut ? "GAMER_ALREADY_ELIMINATED" : undefined;
  }
  if (entry.disqualified) return undefined;
  if (entry.round === undefined) return "GAMER_NOT_DISQUALIFIED";
  return entry.round === latest ? undefined : "ELIMINATION_NOT_LATEST";
}

/**
 * Returns the final ranks, by handle, if the tournament ended now: one more than the number of better
 * entries. Disqualified entries have none.
 */
export function rankEntries(entries: readonly RankedEntry[], scoring: Scoring | null) {
  const ranked = entries.filter(({ disqualified }) => !disqualified);
  const keys = ranked.map((entry) => toRankKey(entry, scoring));
  return new Map(
    ranked.map(({ handle }, index) => {
      const better = keys.filter((key) => compareLists(key, keys[index] ?? []) < 0);
      return [handle, 1 + better.length];
    }),
  );
}

/** Placed entries are first, then scored ones, then the eliminated, the last of them first. */
function toRankKey({ place, round, result }: RankedEntry, scoring: Scoring | null): number[] {
  if (round !== undefined) return [3, -round];
  if (place !== undefined) return [0, place];
  if (scoring === null) return [2];
  if (!result) return [scoring.noScore === "in" ? 2 : 4];
  const earliest = scoring.ties === "earliest" ? [result.reached] : [];
  return [1, ...toSortKey(scoring, result.numbers), ...earliest];
}

/** A standing as the service lists it. */
export interface Standing {
  rank: number | undefined;
  provisional: boolean;
}

/** The entries and attempts of a tournament. Every rank is computed anew each time. */
export class RankingModel {
  entries: RankedEntry[] = [];
  /** Whether gamers can still join. */
  open = true;
  readonly #attempts = new Map<string, Attempt[]>();
  readonly #seats: number;
  readonly #scoring: Scoring | null;
  #frozen = false;
  #sequence = 0;

  constructor(seats = Infinity, scoring: Scoring | null = null) {
    this.#seats = seats;
    this.#scoring = scoring;
  }

  join(handle: string): boolean {
    if (!this.open) return false;
    this.entries.push({ handle, disqualified: false });
    this.open = this.entries.length < this.#seats;
    return true;
  }

  stateOf(handle: string): string | undefined {
    const entry = this.entries.find((one) => one.handle === handle);
    return entry && getState(entry);
  }

  /** Applies a decision; returns the reason if it is refused. */
  decide(verdict: EntryVerdict, handles: readonly string[]): string | undefined {
    const decided = decide(this.entries, verdict, handles);
    if (typeof decided === "string") return decided;
    this.entries = decided;
    return undefined;
  }

  /** Records an attempt; a review changes the state of what this returns. */
  attempt(handle: string, numbers: readonly number[], state: Attempt["state"]): Attempt {
    const attempt: Attempt = { numbers, state, at: ++this.#sequence };
    this.#attempts.set(handle, [...(this.#attempts.get(handle) ?? []), attempt]);
    return attempt;
  }

  /** Ends the tournament with the ranks that the game gives. */
  freeze(places: ReadonlyMap<string, number>): void {
    this.open = false;
    this.#frozen = true;
    for (const entry of this.entries) entry.place = places.get(entry.handle);
  }

  /** Returns the final ranks if the tournament ended now. */
  ranks(): Map<string, number> {
    return rankEntries(this.#folded(), this.#scoring);
  }

  /** Returns the standings; an entry that is in has no rank before the end. */
  standings(): Record<string, Standing> {
    const ranks = this.ranks();
    return Object.fromEntries(
      this.entries.map(({ handle, round }) => {
        const isOut = round !== undefined;
        const rank = isOut || this.#frozen ? ranks.get(handle) : undefined;
        return [handle, { rank, provisional: rank !== undefined && isOut && this.open }];
      }),
    );
  }

  /** Returns the entries on the leaderboard, by rank and handle. */
  board(): [handle: string, rank: number][] {
    const listed = this.#folded().filter(({ round, result }) => round !== undefined || result);
    const ranks = this.ranks();
    return listed
      .flatMap(({ handle }): [string, number][] => {
        const rank = ranks.get(handle);
        return rank === undefined ? [] : [[handle, rank]];
      })
      .toSorted(byRankAndHandle);
  }

  /** Returns the number of entries of each of the best ranks. */
  groups(max: number): { rank: number; entries: number }[] {
    const ranks = Object.values(this.standings()).flatMap(({ rank }) => rank ?? []);
    return [...Map.groupBy(ranks, (rank) => rank)]
      .map(([rank, entries]) => ({ rank, entries: entries.length }))
      .toSorted((a, b) => a.rank - b.rank)
      .slice(0, max);
  }

  #folded(): RankedEntry[] {
    const scoring = this.#scoring;
    if (scoring === null) return this.entries;
    return this.entries.map((entry) => ({
      ...entry,
      result: foldAttempts(scoring, this.#attempts.get(entry.handle) ?? []),
    }));
  }
}

/** Sorts by rank, and by handle within a rank. */
export const byRankAndHandle = (
  [oneHandle, oneRank]: readonly [string, number],
  [otherHandle, otherRank]: readonly [string, number],
): number => oneRank - otherRank || (oneHandle < otherHandle ? -1 : 1);
