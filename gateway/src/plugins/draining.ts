import type { App } from "../app-type.ts";

/**
 * Tells whether the application is being closed. From then on every answer asks its caller to
 * reconnect, which leads the next request to another replica.
 */
export function draining(app: App): () => boolean {
  let stopping = false;
  app.addHook("preClose", async () => void (stopping = true));
  app.addHook("onSend", async (_request, reply) => {
    if (stopping) reply.header("connection", "close");
  });
  return () => stopping;
}
