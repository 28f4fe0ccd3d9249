/** The words with which a database stores the values of a proto enum. */
export type WordOf<E> = Lowercase<Exclude<keyof E & string, "UNSPECIFIED">>;

export function wordsOf<const E extends Readonly<Record<string, number>>>(values: E) {
  type Value = E[Exclude<keyof E, "UNSPECIFIED">];
  const named = Object.entries(values).filter(([name]) => name !== "UNSPECIFIED");
  const words = new Map(named.map(([name, value]) => [value, name.toLowerCase() as WordOf<E>]));
  const valueByWord = new Map(named.map(([name, value]) => [name.toLowerCase(), value as Value]));
  return {
    all: [...words.values()] as [WordOf<E>, ...WordOf<E>[]],
    word: (value: number): WordOf<E> | undefined => words.get(value),
    value(word: WordOf<E>): Value {
      const value = valueByWord.get(word);
      if (value === undefined) throw new Error(`no enum value has the name ${word}`);
      return value;
    },
  };
}
