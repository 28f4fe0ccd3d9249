import { join } from "node:path";
import { freePort } from "@tms/test/stack/ports.ts";
import { answersOk, startProcess } from "@tms/test/stack/process.ts";
import { nodeArgs } from "@tms/test/stack/system.ts";
import type { Build } from "./build.ts";

/** A gateway that answers without asking anybody. */
export interface Canned {
  port: number;
  pid: number;
  stop(): Promise<void>;
}

/** Starts it beside a build, whose keys it accepts. */
export async function startCanned({ urls, redisUrl, environment }: Build): Promise<Canned> {
  const port = await freePort();
  const gateway = await startProcess({
    name: "the canned gateway",
    file: join(import.meta.dirname, "../ceiling/canned-gateway.ts"),
    nodeArgs: nodeArgs("gateway"),
    env: {
      ...environment,
      PORT: String(port),
      GAME_URL: urls.game,
      TOURNAMENT_URL: urls.tournament,
      ENTRY_URL: urls.entry,
      WALLET_URL: urls.wallet,
      SETTLEMENT_URL: urls.settlement,
      ...(redisUrl !== null && { REDIS_URL: redisUrl }),
    },
    ready: answersOk(`http://127.0.0.1:${port}/readyz`),
  });
  return { port, pid: gateway.pid, stop: () => gateway.stop() };
}
