import { Misuse } from "./errors.ts";

const MOST = 10_000;

/** What commas separate; undefined where there is none. Throws a Misuse for an empty one. */
export function wordsOf(text: string | undefined, option: string): string[] | undefined {
  if (text === undefined) return undefined;
  const words = text.split(",", MOST + 1).map((word) => word.trim());
  if (words.includes("") || words.length > MOST)
    throw new Misuse(`${option} must be values separated by commas.`);
  return words;
}
