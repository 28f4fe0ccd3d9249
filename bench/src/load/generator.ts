import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { LoadOutcome, LoadPlan } from "./plan.ts";

/** A process that puts load on servers, one plan at a time. */
export interface Generator {
  run(plan: LoadPlan): Promise<LoadOutcome>;
  stop(): void;
}

type Reply = { outcome: LoadOutcome } | { error: string };

/** Starts a load generator, which also ends when this process ends. */
export function startGenerator(): Generator {
  const child = fork(join(import.meta.dirname, "main.ts"), { stdio: "inherit", execArgv: [] });
  return {
    async run(plan) {
      child.send(plan);
      const ended = new AbortController();
      const [reply] = (await Promise.race([
        once(child, "message", ended),
        once(child, "exit", ended).then(() => [{ error: "The load generator exited." }]),
      ]).finally(() => ended.abort())) as [Reply];
      if ("error" in reply) throw new Error(reply.error);
      return reply.outcome;
    },
    stop: () => void (child.connected && child.disconnect()),
  };
}
