/** The maximum numbers of open requests or connections. */
export interface OpenLimits {
  perCaller: number;
  perGame?: number;
  perReplica?: number;
}

/** Creates a limit on the open requests or connections of each caller, of each game and in total. */
export function createOpenLimit({
  perCaller,
  perGame = Infinity,
  perReplica = Infinity,
}: OpenLimits) {
  const callers = new Map<string, number>();
  const games = new Map<string, number>();
  let total = 0;

  function add(counts: Map<string, number>, of: string, by: 1 | -1): void {
    const open = (counts.get(of) ?? 0) + by;
    if (open > 0) counts.set(of, open);
    else counts.delete(of);
  }

  function count(caller: string, game: string, by: 1 | -1): void {
    add(callers, caller, by);
    add(games, game, by);
    total += by;
  }

  /**
   * Counts one more open request or connection. Returns a function that counts it as closed. Returns
   * undefined if a limit is reached.
   */
  return (caller: string, game = ""): (() => void) | undefined => {
    const isFull =
      (callers.get(caller) ?? 0) >= perCaller ||
      (games.get(game) ?? 0) >= perGame ||
      total >= perReplica;
    if (isFull) return undefined;
    count(caller, game, 1);
    return () => count(caller, game, -1);
  };
}
