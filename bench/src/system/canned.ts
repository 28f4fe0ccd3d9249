import { join } from "node:path";
import { freePorts } from "@tms/stack/process/ports";
import { answersOk, startProcess } from "@tms/stack/process/process";
import { addressVariables, nodeArgs } from "@tms/stack/system/system";
import type { BenchSystem } from "./system.ts";

/** A gateway that answers without asking anybody. */
export interface Canned {
  port: number;
  pid: number;
  stop(): Promise<void>;
}

/** Starts it beside a system, whose keys it accepts. */
export async function startCanned({
  urls,
  redisUrl,
  environment,
  tokens,
}: BenchSystem): Promise<Canned> {
  const [port = 0, probePort = 0] = await freePorts(2);
  const gateway = await startProcess({
    name: "the canned gateway",
    file: join(import.meta.dirname, "../ceiling/canned-gateway.ts"),
    nodeArgs: nodeArgs("gateway"),
    env: {
      ...environment,
      PORT: String(port),
      PROBE_PORT: String(probePort),
      ...addressVariables(urls),
      CALLER_TOKEN: tokens.gateway,
      ...(redisUrl !== null && { REDIS_URL: redisUrl }),
    },
    ready: answersOk(`http://127.0.0.1:${probePort}/readyz`),
  });
  return { port, pid: gateway.pid, stop: () => gateway.stop() };
}
