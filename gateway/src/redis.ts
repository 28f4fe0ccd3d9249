import { isWrongRedis } from "@tms/kit/errors/transient";
import type { Metrics } from "@tms/kit/metrics/registry";
import type { Logger } from "@tms/kit/process/log";
import type { Shutdown } from "@tms/kit/process/shutdown";
import { Redis } from "ioredis";
import { Gauge } from "prom-client";

// A connection that is silent for this many command limits is closed, and its pending commands fail.
const SILENCE_LIMIT = 3;
const MAX_PAUSE_MS = 2_000;

export interface RedisOptions {
  url: string;
  purpose: string;
  commandLimitMs: number;
}

export type Reachable = Gauge<"purpose">;

export const redisReachable = (metrics: Metrics): Reachable =>
  new Gauge({
    name: "tms_redis_reachable",
    help: "1 if Redis is reachable, otherwise 0, by purpose",
    labelNames: ["purpose"],
    registers: [metrics],
  });

export function openRedis(
  { url, purpose, commandLimitMs }: RedisOptions,
  log: Logger,
  shutdown: Shutdown,
  gauge?: Reachable,
): Redis {
  const halfMs = commandLimitMs / 2;
  /**
   * A connection that fails commands after the time limit. A process can be suspended, for example with its
   * machine. When it resumes, Node checks timers first, although the response may be unread or on its way.
   * The second half of the limit therefore begins only when the timer of the first half fires.
   */
  class LimitedRedis extends Redis {
    override sendCommand(...[command, ...rest]: Parameters<Redis["sendCommand"]>): unknown {
      const giveUp = () => command.reject(new Error("Command timed out"));
      let timer = setTimeout(() => (timer = setTimeout(giveUp, halfMs)), halfMs);
      void command.promise.catch(() => undefined).finally(() => clearTimeout(timer));
      return super.sendCommand(command, ...rest);
    }
  }
  const redis = new LimitedRedis(url, {
    socketTimeout: SILENCE_LIMIT * commandLimitMs,
    connectTimeout: MAX_PAUSE_MS,
    // While Redis is unreachable, commands fail immediately instead of piling up.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    reconnectOnError: isWrongRedis,
    retryStrategy: (attempt) => Math.min(attempt * 100, MAX_PAUSE_MS),
  });
  let reachable: boolean | undefined;
  redis.on("ready", () => {
    reachable = true;
    gauge?.set({ purpose }, 1);
    log.info({ purpose }, "connected to Redis");
  });
  // Every attempt to connect repeats the error, so only the first is logged.
  redis.on("error", (error) => {
    if (reachable !== false) log.warn({ err: error, purpose }, "Redis is unreachable");
    reachable = false;
    gauge?.set({ purpose }, 0);
  });
  shutdown.add(`the Redis connection of ${purpose}`, () => redis.disconnect());
  return redis;
}
