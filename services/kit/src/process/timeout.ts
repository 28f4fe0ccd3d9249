/**
 * The outcome of `work`, or what `late` returns or throws when it takes longer than the limit.
 * The work itself goes on.
 */
export async function withTimeout<T>(work: Promise<T>, limitMs: number, late: () => T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => (timer = setTimeout(resolve, limitMs))).then(late);
  return await Promise.race([work, limit]).finally(() => clearTimeout(timer));
}
