/** A gamer's place in the order in which somebody sets the final ranks. */
export interface Placement {
  handle: string;
  /** Whether the gamer shares the rank of the one above. */
  isTied: boolean;
}

/** The ranks that an order stands for (1, 2, 2, 4), as the API takes them. */
export function ranksOf(placements: readonly Placement[]): { gamer: string; rank: number }[] {
  let rank = 1;
  return placements.map(({ handle, isTied }, index) => {
    if (!isTied) rank = index + 1;
    return { gamer: handle, rank };
  });
}

/** The order with one gamer moved up or down by one. The best shares no rank with anybody above. */
export function moved(placements: readonly Placement[], from: number, to: number): Placement[] {
  const next = [...placements];
  const [taken] = next.splice(from, 1);
  if (taken !== undefined) next.splice(to, 0, taken);
  return withoutTieAtTop(next);
}

/** The order without one gamer. */
export const removed = (placements: readonly Placement[], index: number): Placement[] =>
  withoutTieAtTop(placements.toSpliced(index, 1));

const withoutTieAtTop = (placements: readonly Placement[]): Placement[] =>
  placements.map((each, index) => (index === 0 ? { ...each, isTied: false } : each));
