/**
 * Creates a function that shares one answer, or failure, among all calls for a key while a request is in
 * progress. Answers are not kept: a later call makes a new request.
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
