import type { IncomingHttpHeaders } from "node:http";
import { ProblemError } from "../problems/problem-error.ts";
import { isForPeople, type Access } from "./access.ts";
import type { Caller } from "./principal.ts";
import type { Strategy } from "./strategies/strategy.ts";

/**
 * Whom a request's credential belongs to. The first strategy whose kind of credential the request
 * carries decides. Refused requests are not counted: 32 random bytes and signatures cannot be guessed,
 * and a limit on guesses would also limit callers who share an address with somebody who guesses.
 */
export async function authenticate(
  headers: IncomingHttpHeaders,
  strategies: readonly Strategy[],
  access: Access,
): Promise<Caller> {
  for (const strategy of strategies) {
    const caller = await strategy(headers);
    if (caller !== undefined) return caller;
  }
  throw new ProblemError(isForPeople(access) ? "TOKEN_MISSING" : "API_KEY_MISSING");
}
