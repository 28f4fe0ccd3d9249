/** Waits for `work`, and after the limit calls `late` instead. The work itself goes on. */
export async function withTimeout<T>(work: Promise<T>, limitMs: number, late: () => T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => (timer = setTimeout(resolve, limitMs))).then(late);
  return await Promise.race([work, limit]).finally(() => clearTimeout(timer));
}
