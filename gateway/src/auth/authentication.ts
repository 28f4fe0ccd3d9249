import { setCaller } from "./principal.ts";
import { createKeyCache } from "./key-cache.ts";
import { presentedKey } from "./credentials.ts";
import type { App } from "../app-type.ts";
import type { Clients } from "../clients.ts";

/**
 * Lets only requests with a live API key in, before their body is read. What is refused is not
 * counted: 32 random bytes cannot be guessed, and a limit on guesses would be one on callers who
 * share their address with somebody who makes them.
 */
export function authentication(app: App, { game }: Clients): void {
  const callerOfKey = createKeyCache(game);
  app.addHook("onRequest", async (request) => {
    setCaller(request, await callerOfKey(presentedKey(request.headers)));
  });
}
