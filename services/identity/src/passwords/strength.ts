import { memoize } from "@tms/kit/batching/memoize";
import { invalidField } from "@tms/kit/errors/domain-error";
import { passwordTooWeak } from "../errors.ts";
import { canonical } from "./hashing.ts";

const SHORTEST = 10;
const LONGEST = 128;
// "Safely unguessable: moderate protection from offline slow-hash scenario."
const LEAST_SCORE = 3;
const NO_WORD = /[^\p{L}\p{N}]+/u;
const SHORTEST_HINT = 3;

// The dictionaries take a tenth of a second and some 20 MB, which no sign-in needs.
const loadChecker = memoize(async () => {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
    import("@zxcvbn-ts/language-en"),
  ]);
  return new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
  });
});

/**
 * Refuses a password that is too short, too long or easily guessed. Hints are words that a guesser
 * would begin with, such as the person's name.
 */
export async function requireStrong(
  field: string,
  password: string,
  hints: readonly string[],
): Promise<void> {
  const text = canonical(password);
  const length = Array.from(text).length;
  if (length < SHORTEST) throw passwordTooWeak(field, `must have at least ${SHORTEST} characters`);
  if (length > LONGEST) throw invalidField(field, `must have at most ${LONGEST} characters`);
  const checker = await loadChecker();
  const { score } = checker.check(text, hints.flatMap(spellings));
  if (score < LEAST_SCORE)
    throw passwordTooWeak(field, "is too easy to guess. Use several unrelated words");
}

/** What a guesser makes of a hint: all of it, the parts of an address, and words alone or in a row. */
function spellings(hint: string): string[] {
  const parts = [hint, ...hint.split("@")];
  const words = hint.split(NO_WORD);
  return [...parts, ...parts.map((part) => part.split(NO_WORD).join("")), ...words].filter(
    (word) => word.length >= SHORTEST_HINT,
  );
}
