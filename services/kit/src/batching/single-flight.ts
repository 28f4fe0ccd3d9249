/** Creates a function that shares one call of `ask` among simultaneous calls with the same key. */
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
