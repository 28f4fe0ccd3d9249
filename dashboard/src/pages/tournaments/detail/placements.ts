export interface Placement {
  handle: string;
  isTied: boolean;
}

export function toRanks(placements: readonly Placement[]): { gamer: string; rank: number }[] {
  let rank = 1;
  return placements.map(({ handle, isTied }, index) => {
    if (!isTied) rank = index + 1;
    return { gamer: handle, rank };
  });
}

export function movePlacement(
  placements: readonly Placement[],
  from: number,
  to: number,
): Placement[] {
  const next = [...placements];
  const [taken] = next.splice(from, 1);
  if (taken !== undefined) next.splice(to, 0, taken);
  return withoutTieAtTop(next);
}

export const removePlacement = (placements: readonly Placement[], index: number): Placement[] =>
  withoutTieAtTop(placements.toSpliced(index, 1));

const withoutTieAtTop = (placements: readonly Placement[]): Placement[] =>
  placements.map((each, index) => (index === 0 ? { ...each, isTied: false } : each));
