/** Returns the result of `work`. After `limitMs`, returns the result of `late`, and `work` continues. */
export async function withTimeout<T>(work: Promise<T>, limitMs: number, late: () => T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => (timer = setTimeout(resolve, limitMs))).then(late);
  return await Promise.race([work, limit]).finally(() => clearTimeout(timer));
}
