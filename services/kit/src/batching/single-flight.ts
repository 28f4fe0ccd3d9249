/**
 * Lets all who ask for a key while it is asked for share the one answer, or failure. Nothing is
 * kept: who asks afterwards asks anew.
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
