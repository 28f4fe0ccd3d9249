import { createBatcher } from "@tms/kit/batching/batcher";

/** What a batch RPC takes. One batch is read or written while the next is under way. */
export const LIMITS = { maxBatch: 128, inFlight: 2, maxWaiting: 4_096 };

/** Sends the statements, or calls, that settlements under way make at the same time as one. */
export const batched = <I, O>(run: (items: readonly I[]) => Promise<readonly O[]>) =>
  createBatcher<I, O>(async (items, answer) => (await run(items)).forEach(answer), LIMITS);

/** Gives each tournament's answer to the first alone who asks for it. */
export function answersOnce<T extends { tournamentId: string }>(answers: readonly T[]) {
  const byId = new Map(answers.map((answer) => [answer.tournamentId, answer]));
  return (tournamentId: string): T | undefined => {
    const answer = byId.get(tournamentId);
    byId.delete(tournamentId);
    return answer;
  };
}
