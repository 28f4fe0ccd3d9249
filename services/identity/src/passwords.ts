import { hash, parseOptions, verify } from "@node-rs/argon2";
import { createLimiter } from "@tms/kit/batching/limiter";
import { memoize } from "@tms/kit/batching/shared-calls";
import { DomainError, invalidField } from "@tms/kit/errors/domain-error";
import { availableParallelism } from "node:os";

/** OWASP's parameters for argon2id: 19 MiB of memory, two passes, one thread. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
// Each password takes about 11 ms, so the last one waits at most a third of a second.
const MAX_WAITING = 32;
const OVERLOADED = "Too many passwords are being checked. Try again later.";

/** The hash that is checked for an unknown address, so that rejecting the sign-in takes as long. */
export const DECOY_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$eClMCFpfxrImWTGQEyea4g$yV/qb4HmYrmoZl2XZMsny3FblKeCSqSp2aUBLDBVKOk";

/** Creates a hasher for one password per core at a time. It throws OVERLOADED if 32 passwords wait. */
export function createHasher(atOnce = availableParallelism(), mostWaiting: number = MAX_WAITING) {
  const limited = createLimiter(
    { atOnce, mostWaiting },
    () => new DomainError("OVERLOADED", OVERLOADED),
  );
  return {
    hash: (password: string) => limited(() => hash(canonical(password), PARAMETERS)),
    verify: (passwordHash: string, password: string) =>
      limited(() => verify(passwordHash, canonical(password))),
  };
}

export function isOutdated(passwordHash: string): boolean {
  const { memoryCost, timeCost } = parseOptions(passwordHash);
  return memoryCost < PARAMETERS.memoryCost || timeCost < PARAMETERS.timeCost;
}

/** Normalizes a password for hashing, because keyboards encode the same characters differently. */
export const canonical = (password: string): string => password.normalize("NFKC");

const passwordTooWeak = (field: string, description: string) =>
  new DomainError("PASSWORD_TOO_WEAK", `The password ${description}.`, {
    fields: [{ field, description }],
  });

const MIN_LENGTH = 10;
const MAX_LENGTH = 128;
// zxcvbn's score for "safely unguessable: moderate protection from offline slow-hash scenario".
const LEAST_SCORE = 3;
const NO_WORD = /[^\p{L}\p{N}]+/u;
const MIN_HINT_LENGTH = 3;

// The checker is loaded for the first new password, because its dictionaries take a tenth of a second and
// some 20 MB. Sign-ins do not need them.
const loadChecker = memoize(async () => {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
    import("@zxcvbn-ts/language-en"),
  ]);
  return new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
    // With the defaults, the check of 128 characters takes seconds and blocks all other calls.
    maxLength: 64,
    l33tMaxSubstitutions: 8,
  });
});

/**
 * Throws PASSWORD_TOO_WEAK if a password is too short or easily guessed, and INVALID_ARGUMENT if it is too
 * long. Hints are words that a guesser tries first, such as the person's name.
 */
export async function requireStrong(field: string, password: string, hints: readonly string[]) {
  const text = canonical(password);
  const length = Array.from(text).length;
  if (length < MIN_LENGTH)
    throw passwordTooWeak(field, `must have at least ${MIN_LENGTH} characters`);
  if (length > MAX_LENGTH) throw invalidField(field, `must have at most ${MAX_LENGTH} characters`);
  const checker = await loadChecker();
  const { score } = checker.check(text, hints.flatMap(spellings));
  if (score < LEAST_SCORE)
    throw passwordTooWeak(field, "is too easy to guess. Use several unrelated words");
}

function spellings(hint: string): string[] {
  const parts = [hint, ...hint.split("@")];
  const words = hint.split(NO_WORD);
  return [...parts, ...parts.map((part) => part.split(NO_WORD).join("")), ...words].filter(
    (word) => word.length >= MIN_HINT_LENGTH,
  );
}
