import type { IncomingHttpHeaders } from "node:http";
import type { App } from "../app-type.ts";
import { ProblemError } from "../problems/problem-error.ts";
import { setPrincipal, type Principal } from "./principal.ts";
import type { Strategy } from "./strategies/strategy.ts";

/**
 * Lets only requests in that a strategy accepts, before their body is read. The first strategy whose
 * kind of credential a request carries decides. Refused requests are not counted: 32 random bytes
 * cannot be guessed, and a limit on guesses would also limit callers who share an address with
 * somebody who guesses.
 */
export function authentication(app: App, strategies: readonly Strategy[]): void {
  app.addHook("onRequest", async (request) => {
    setPrincipal(request, await authenticate(request.headers, strategies));
  });
}

async function authenticate(
  headers: IncomingHttpHeaders,
  strategies: readonly Strategy[],
): Promise<Principal> {
  for (const strategy of strategies) {
    const principal = await strategy(headers);
    if (principal !== undefined) return principal;
  }
  throw new ProblemError("API_KEY_MISSING");
}
