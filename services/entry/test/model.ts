interface ModelEntry {
  handle: string;
  /** The elimination it went out in. */
  round: number | undefined;
  /** Where the game placed it in the end. */
  place: number | undefined;
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
    this.entries.push({ handle, round: undefined, place: undefined });
    if (this.entries.length >= this.seats) this.open = false;
    return true;
  }

  /** Ranks of those eliminated together, or why nobody is. */
  eliminate(handles: readonly string[]): number[] | string {
    const named = handles.map((handle) => this.entries.find((entry) => entry.handle === handle));
    for (const entry of named) {
      if (entry === undefined) return "GAMER_NOT_FOUND";
      if (entry.round !== undefined) return "GAMER_ALREADY_ELIMINATED";
    }
    this.rounds++;
    for (const entry of named) if (entry) entry.round = this.rounds;
    const rank = 1 + this.entries.filter((entry) => entry.round === undefined).length;
    return handles.map(() => rank);
  }

  /** Final ranks: those still in as they were placed, the others behind them, then the eliminated. */
  freeze(places: ReadonlyMap<string, number>): void {
    this.open = false;
    this.frozen = true;
    for (const entry of this.entries) entry.place = places.get(entry.handle);
  }

  /** Everybody's rank: one more than the number of those who stand better. */
  standings(): Record<string, Standing> {
    const isBetter = (one: ModelEntry, other: ModelEntry) => scoreOf(one) < scoreOf(other);
    return Object.fromEntries(
      this.entries.map((entry) => {
        const ranked = entry.round !== undefined || this.frozen;
        const better = this.entries.filter((other) => isBetter(other, entry)).length;
        const provisional = entry.round !== undefined && this.open;
        return [entry.handle, { rank: ranked ? better + 1 : undefined, provisional }];
      }),
    );
  }

  /** How many share each of the best ranks. */
  groups(most: number): { rank: number; entries: number }[] {
    const counts = new Map<number, number>();
    for (const { rank = 0 } of Object.values(this.standings()))
      counts.set(rank, (counts.get(rank) ?? 0) + 1);
    return [...counts]
      .map(([rank, entries]) => ({ rank, entries }))
      .toSorted((a, b) => a.rank - b.rank)
      .slice(0, most);
  }
}

const scoreOf = ({ round, place }: ModelEntry) =>
  round === undefined ? (place ?? 1_000) : 2_000 - round;
