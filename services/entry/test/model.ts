interface ModelEntry {
  handle: string;
  /** The elimination it went out in. */
  round: number | undefined;
  /** Where the game placed it in the end. */
  place: number | undefined;
  disqualified: boolean;
}

/** A standing as everybody sees it. */
export interface Standing {
  rank: number | undefined;
  provisional: boolean;
}

/** The ranking in the fewest words: whoever is better is counted anew each time. */
export class RankingModel {
  readonly entries: ModelEntry[] = [];
  /** Whether gamers can still join. */
  open = true;
  private rounds = 0;
  private frozen = false;
  private readonly seats: number;

  constructor(seats = Infinity) {
    this.seats = seats;
  }

  join(handle: string): boolean {
    if (!this.open) return false;
    this.entries.push({ handle, round: undefined, place: undefined, disqualified: false });
    if (this.entries.length >= this.seats) this.open = false;
    return true;
  }

  /** Ranks of those eliminated together, or why nobody is. */
  eliminate(handles: readonly string[]): number[] | string {
    const named = handles.map((handle) => this.entries.find((entry) => entry.handle === handle));
    for (const entry of named) {
      if (entry === undefined) return "GAMER_NOT_FOUND";
      if (entry.disqualified) return "GAMER_DISQUALIFIED";
      if (entry.round !== undefined) return "GAMER_ALREADY_ELIMINATED";
    }
    this.rounds++;
    for (const entry of named) if (entry) entry.round = this.rounds;
    const isIn = ({ round, disqualified }: ModelEntry) => round === undefined && !disqualified;
    const rank = 1 + this.entries.filter(isIn).length;
    return handles.map(() => rank);
  }

  /** Why nobody is disqualified; undefined when all are. */
  disqualify(handles: readonly string[]): string | undefined {
    const named = handles.map((handle) => this.entries.find((entry) => entry.handle === handle));
    for (const entry of named) {
      if (entry === undefined) return "GAMER_NOT_FOUND";
      if (entry.disqualified) return "GAMER_DISQUALIFIED";
    }
    for (const entry of named) if (entry) entry.disqualified = true;
    return undefined;
  }

  /** Why nobody is reinstated; undefined when all are. */
  reinstate(handles: readonly string[]): string | undefined {
    const named = handles.map((handle) => this.entries.find((entry) => entry.handle === handle));
    const latest = Math.max(...this.entries.map(({ round = 0 }) => round));
    for (const entry of named) {
      if (entry === undefined) return "GAMER_NOT_FOUND";
      if (entry.disqualified) continue;
      if (entry.round === undefined) return "GAMER_NOT_DISQUALIFIED";
      if (entry.round !== latest) return "ELIMINATION_NOT_LATEST";
    }
    for (const entry of named) {
      if (entry === undefined) continue;
      if (entry.disqualified) entry.disqualified = false;
      else entry.round = undefined;
    }
    return undefined;
  }

  /** Final ranks: those still in as they were placed, the others behind them, then the eliminated. */
  freeze(places: ReadonlyMap<string, number>): void {
    this.open = false;
    this.frozen = true;
    for (const entry of this.entries) entry.place = places.get(entry.handle);
  }

  /** Everybody's rank: one more than the number of those who stand better. */
  standings(): Record<string, Standing> {
    const isBetter = (one: ModelEntry, other: ModelEntry) =>
      !one.disqualified && scoreOf(one) < scoreOf(other);
    return Object.fromEntries(
      this.entries.map((entry) => {
        const ranked = !entry.disqualified && (entry.round !== undefined || this.frozen);
        const better = this.entries.filter((other) => isBetter(other, entry)).length;
        const provisional = ranked && entry.round !== undefined && this.open;
        return [entry.handle, { rank: ranked ? better + 1 : undefined, provisional }];
      }),
    );
  }

  /** How many share each of the best ranks. */
  groups(most: number): { rank: number; entries: number }[] {
    const counts = new Map<number, number>();
    for (const { rank } of Object.values(this.standings()))
      if (rank !== undefined) counts.set(rank, (counts.get(rank) ?? 0) + 1);
    return [...counts]
      .map(([rank, entries]) => ({ rank, entries }))
      .toSorted((a, b) => a.rank - b.rank)
      .slice(0, most);
  }
}

const scoreOf = ({ round, place }: ModelEntry) =>
  round === undefined ? (place ?? 1_000) : 2_000 - round;
