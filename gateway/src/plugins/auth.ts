import { setCaller } from "../auth/caller.ts";
import { createKeyCache } from "../auth/key-cache.ts";
import { presentedKey } from "../auth/credentials.ts";
import type { App } from "../app-type.ts";
import type { Clients } from "../clients.ts";
import { ProblemError } from "../problems/problem-error.ts";
import type { CountAddress } from "./limits.ts";

/**
 * Lets only requests with a live API key in, before their body is read. Whatever is refused
 * counts against its address, so that keys cannot be tried out.
 */
export function authentication(app: App, { game }: Clients, countAddress: CountAddress): void {
  const callerOfDigest = createKeyCache(game);
  app.addHook("onRequest", async (request, reply) => {
    let counted = false;
    const admit = async () => {
      if (!counted) await countAddress(request, reply);
      counted = true;
    };
    try {
      const key = presentedKey(request.headers);
      const admitUnknown = async () => {
        if (!key.isWellFormed()) throw new ProblemError("API_KEY_INVALID");
        await admit();
      };
      setCaller(request, await callerOfDigest(key.digest, admitUnknown));
    } catch (error) {
      if (error instanceof ProblemError && error.problem !== "RATE_LIMITED") await admit();
      throw error;
    }
  });
}
