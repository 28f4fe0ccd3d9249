import { readFileSync } from "node:fs";
import type { FastifyRequest } from "fastify";
import type { App } from "../app-type.ts";
import { ProblemError } from "../problems/problem-error.ts";
import { pagePolicy } from "./policies.ts";

const READS_HTML = /\btext\/html\b/i;

/** Returns whether the client accepts HTML, as a browser does when it opens a page. */
export const readsHtml = ({ headers }: FastifyRequest): boolean =>
  READS_HTML.test(headers.accept ?? "");

/** Sends browsers the page in `file` if a page does not exist. Other clients get a problem. */
export function siteNotFound(app: App, file: string): void {
  const page = readFileSync(file);
  for (const path of ["/docs/*", "/problems/*"])
    app.get(path, () => {
      throw new ProblemError("ROUTE_NOT_FOUND");
    });
  app.setErrorHandler((error, request, reply) => {
    if (!(error instanceof ProblemError) || error.problem !== "ROUTE_NOT_FOUND") throw error;
    reply.header("vary", "accept");
    if (!readsHtml(request)) throw error;
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
