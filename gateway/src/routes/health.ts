import type { App } from "../app-type.ts";

/**
 * Probes for orchestrators. Live: the event loop turns. Ready: the same, and not stopping. The
 * services behind are not asked: were one of them down, every replica would be taken out of
 * service at once, and callers would get a proxy's error instead of a problem document.
 */
export function healthRoutes(app: App, stopping: () => boolean): void {
  const options = { config: { rateLimit: false as const }, logLevel: "silent" as const };
  app.get("/livez", options, (_request, reply) => reply.type("text/plain").send("ok\n"));
  app.get("/readyz", options, (_request, reply) =>
    reply
      .code(stopping() ? 503 : 200)
      .type("text/plain")
      .send(stopping() ? "stopping\n" : "ready\n"),
  );
}
