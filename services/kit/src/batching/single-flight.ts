/**
 * Shares one answer, or failure, among all calls for a key that arrive while it is being fetched.
 * Nothing is kept: a later call fetches it again.
 */
export function singleFlight<T>(): (key: string, ask: () => Promise<T>) => Promise<T> {
  const underWay = new Map<string, Promise<T>>();
  return (key, ask) => {
    const known = underWay.get(key);
    if (known !== undefined) return known;
    const answer = ask().finally(() => underWay.delete(key));
    underWay.set(key, answer);
    return answer;
  };
}
