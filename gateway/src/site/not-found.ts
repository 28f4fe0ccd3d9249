import { existsSync, readFileSync } from "node:fs";
import type { FastifyRequest } from "fastify";
import type { App } from "../app-type.ts";
import { ProblemError } from "../problems/problem-error.ts";
import { pagePolicy } from "./policies.ts";

const READS_HTML = /\btext\/html\b/i;

/** Whether a request is a browser's that wants a page to show. */
export const readsHtml = ({ headers }: FastifyRequest): boolean =>
  READS_HTML.test(headers.accept ?? "");

/**
 * Answers browsers that ask for a page of the documentation that is not there with the page in `file`;
 * other clients get a problem, as everywhere.
 */
export function siteNotFound(app: App, file: string): void {
  // One that was built before there was such a page has none.
  const page = existsSync(file) ? readFileSync(file) : undefined;
  for (const path of ["/docs/*", "/problems/*"])
    app.get(path, () => {
      throw new ProblemError("ROUTE_NOT_FOUND");
    });
  app.setErrorHandler((error, request, reply) => {
    if (!(error instanceof ProblemError) || error.problem !== "ROUTE_NOT_FOUND") throw error;
    reply.header("vary", "accept");
    if (page === undefined || !readsHtml(request)) throw error;
    return reply
      .code(404)
      .headers({
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": pagePolicy,
        "cache-control": "no-store",
      })
      .send(page);
  });
}
