import type { App } from "../app-type.ts";

const YEAR_S = 31_536_000;

/** Adds headers that keep answers out of caches, frames and script contexts. */
export function securityHeaders(app: App, publicUrl: string): void {
  const headers = {
    "cache-control": "no-store",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    ...(publicUrl.startsWith("https:") && {
      "strict-transport-security": `max-age=${YEAR_S}; includeSubDomains`,
    }),
  };
  app.addHook("onRequest", async (_request, reply) => {
    reply.headers(headers);
  });
}
