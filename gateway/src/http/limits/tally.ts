/** Counts what each of many holds at a time; a further one is taken while it holds fewer than most. */
export function createTally(most: number) {
  const held = new Map<string, number>();

  function release(name: string): void {
    const left = (held.get(name) ?? 0) - 1;
    if (left > 0) held.set(name, left);
    else held.delete(name);
  }

  /** Returns how to give it back, once; undefined when there is none left to take. */
  return (name: string): (() => void) | undefined => {
    const count = held.get(name) ?? 0;
    if (count >= most) return undefined;
    held.set(name, count + 1);
    return () => release(name);
  };
}
