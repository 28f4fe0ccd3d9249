import type { FastifyRequest } from "fastify";
import type { App } from "../app-type.ts";
import { ProblemError } from "../problems/problem-error.ts";
import { principalOf } from "./principal.ts";
import { isScope, type Scope } from "./scopes.ts";

/**
 * Refuses a request whose principal lacks the scope that its operation declares. Comes after
 * authentication. Throws, so that the process does not start, for a route that declares no scope.
 */
export function authorization(app: App): void {
  app.addHook("onRoute", ({ method, url, config }) => {
    if (scopeOf(config) === undefined)
      throw new Error(`${String(method)} ${url} declares no scope`);
  });
  app.addHook("onRequest", async (request: FastifyRequest) => {
    const scope = scopeOf(request.routeOptions.config);
    if (scope === undefined || !principalOf(request).scopes.has(scope))
      throw new ProblemError("SCOPE_MISSING", `This operation needs the scope ${scope}.`);
  });
}

function scopeOf(config: object | undefined): Scope | undefined {
  const scope = config && "scope" in config ? config.scope : undefined;
  return isScope(scope) ? scope : undefined;
}
