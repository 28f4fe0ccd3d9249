import { createSlots } from "./slots.ts";

/** Does a game's work as soon as its share allows. */
export type LimitedPerGame = <T>(gameId: string, work: () => Promise<T>) => Promise<T>;

/** How much work may run, and how much may wait for it. */
export interface GameLimits {
  /** How much runs in addition to the first work of each game. */
  shared: number;
  /** How much work of one game may wait. More is refused. */
  maxWaiting: number;
}

/**
 * Limits work with a fair share for each game: one game never holds up another. Work that would wait
 * behind too much work of its game fails with `refusal`, and is not begun.
 */
export function createGameLimiter(
  { shared, maxWaiting }: GameLimits,
  refusal: () => Error,
): LimitedPerGame {
  const slots = createSlots(shared);
  const waiting = new Map<string, number>();
  return async (gameId, work) => {
    const ahead = waiting.get(gameId) ?? 0;
    if (ahead >= maxWaiting) throw refusal();
    waiting.set(gameId, ahead + 1);
    // The first work of a game needs no slot, like the first request of an endpoint.
    const release = await slots.acquire({ gameId, endpointId: gameId }, Infinity);
    const left = (waiting.get(gameId) ?? 1) - 1;
    if (left === 0) waiting.delete(gameId);
    else waiting.set(gameId, left);
    try {
      return await work();
    } finally {
      release();
    }
  };
}
