import { availableParallelism } from "node:os";
import { hash, parseOptions, verify } from "@node-rs/argon2";
import { createLimiter } from "@tms/kit/batching/limiter";
import { tooManyHashes } from "../errors.ts";

/** OWASP's parameters for argon2id: 19 MiB of memory, two passes, one thread. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
// With 11 ms for each, the last of them waits a third of a second.
const MOST_WAITING = 32;

/** The hash of a password that nobody knows. */
export const DECOY_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$eClMCFpfxrImWTGQEyea4g$yV/qb4HmYrmoZl2XZMsny3FblKeCSqSp2aUBLDBVKOk";

/** Hashes passwords and checks them, at most one per core at a time. */
export interface Hasher {
  hash(password: string): Promise<string>;
  /** Whether a password is the one of a hash. */
  verify(passwordHash: string, password: string): Promise<boolean>;
}

/** Throws OVERLOADED for what would have to wait behind 32 others. */
export function createHasher(
  atOnce = availableParallelism(),
  mostWaiting: number = MOST_WAITING,
): Hasher {
  const limited = createLimiter({ atOnce, mostWaiting }, tooManyHashes);
  return {
    hash: (password) => limited(() => hash(canonical(password), PARAMETERS)),
    verify: (passwordHash, password) => limited(() => verify(passwordHash, canonical(password))),
  };
}

/** Whether a hash was made with less than today's parameters. */
export function isOutdated(passwordHash: string): boolean {
  const { memoryCost, timeCost } = parseOptions(passwordHash);
  return memoryCost < PARAMETERS.memoryCost || timeCost < PARAMETERS.timeCost;
}

/** A password as it is hashed: keyboards spell the same characters differently. */
export const canonical = (password: string): string => password.normalize("NFKC");
