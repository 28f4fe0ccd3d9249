interface ModelEntry {
  handle: string;
  /** The elimination it went out in. */
  round: number | undefined;
  rank: number | undefined;
}

/** The ranking in the fewest words: whoever is better is counted anew each time. */
export class RankingModel {
  readonly entries: ModelEntry[] = [];
  private rounds = 0;

  join(handle: string): void {
    this.entries.push({ handle, round: undefined, rank: undefined });
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
    for (const entry of named) if (entry) entry.rank = rank;
    return handles.map(() => rank);
  }

  /** Final ranks: survivors as they were placed, the others behind them, then the eliminated. */
  freeze(places: ReadonlyMap<string, number>): void {
    const standing = ({ handle, round }: ModelEntry) =>
      round === undefined ? (places.get(handle) ?? 1_000) : 2_000 - round;
    const standings = this.entries.map(standing);
    for (const entry of this.entries)
      entry.rank = 1 + standings.filter((other) => other < standing(entry)).length;
  }

  ranks(): Record<string, number | undefined> {
    return Object.fromEntries(this.entries.map(({ handle, rank }) => [handle, rank]));
  }

  /** How many share each of the best ranks. */
  groups(most: number): { rank: number; entries: number }[] {
    const counts = new Map<number, number>();
    for (const { rank = 0 } of this.entries) counts.set(rank, (counts.get(rank) ?? 0) + 1);
    return [...counts]
      .map(([rank, entries]) => ({ rank, entries }))
      .toSorted((a, b) => a.rank - b.rank)
      .slice(0, most);
  }
}
