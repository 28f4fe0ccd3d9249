/** Counts what each name holds at a time. A name takes another while it holds fewer than `most`. */
export function createTally(most: number) {
  const held = new Map<string, number>();

  function release(name: string): void {
    const left = (held.get(name) ?? 0) - 1;
    if (left > 0) held.set(name, left);
    else held.delete(name);
  }

  /** Takes one and returns the function that gives it back; undefined when none is left. */
  return (name: string): (() => void) | undefined => {
    const count = held.get(name) ?? 0;
    if (count >= most) return undefined;
    held.set(name, count + 1);
    return () => release(name);
  };
}
