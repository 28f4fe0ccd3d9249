import { isWrongRedis } from "@tms/kit/errors/redis";
import type { Metrics } from "@tms/kit/metrics/registry";
import type { Logger } from "@tms/kit/process/log";
import type { Shutdown } from "@tms/kit/process/shutdown";
import { Redis, type RedisOptions as ClientOptions } from "ioredis";
import { Gauge } from "prom-client";

type Options = Omit<ClientOptions, "commandTimeout" | "replyMapping">;

/**
 * A connection whose commands fail once they took too long while this process ran. Node looks at its
 * timers before it reads: after the process stood still, as when its machine is paused, an answer may
 * lie there unread, or be on its way. A limit in two halves, the second of which begins when the first
 * is found to be over, leaves time to read it.
 */
export class LimitedRedis extends Redis {
  readonly #halfMs: number;

  /** `commandLimitMs`: how long a command may take, in milliseconds. */
  constructor(url: string, commandLimitMs: number, options: Options) {
    super(url, options);
    this.#halfMs = commandLimitMs / 2;
  }

  override sendCommand(...[command, ...rest]: Parameters<Redis["sendCommand"]>): unknown {
    const giveUp = () => command.reject(new Error("Command timed out"));
    let timer = setTimeout(() => (timer = setTimeout(giveUp, this.#halfMs)), this.#halfMs);
    void command.promise.catch(() => undefined).finally(() => clearTimeout(timer));
    return super.sendCommand(command, ...rest);
  }
}

// After so many commands' time of silence the connection is closed, and whatever waits on it fails.
const SILENCE_LIMIT = 3;
const LONGEST_PAUSE_MS = 2_000;

export interface RedisOptions {
  url: string;
  /** What it is for, as the log says it. */
  purpose: string;
  /** How long a command may take, in milliseconds. */
  commandLimitMs: number;
}

/** Whether Redis is reachable, by what it is for. */
export type Reachable = Gauge<"purpose">;

/** Tells of it in the metrics. */
export const redisReachable = (metrics: Metrics): Reachable =>
  new Gauge({
    name: "tms_redis_reachable",
    help: "1 if Redis is reachable, otherwise 0, by purpose",
    labelNames: ["purpose"],
    registers: [metrics],
  });

/** Opens a connection to Redis. */
export function openRedis(
  { url, purpose, commandLimitMs }: RedisOptions,
  log: Logger,
  shutdown: Shutdown,
  gauge?: Reachable,
): Redis {
  const redis = new LimitedRedis(url, commandLimitMs, {
    socketTimeout: SILENCE_LIMIT * commandLimitMs,
    connectTimeout: LONGEST_PAUSE_MS,
    // Commands fail at once while Redis is away, instead of piling up.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    reconnectOnError: isWrongRedis,
    retryStrategy: (attempt) => Math.min(attempt * 100, LONGEST_PAUSE_MS),
  });
  let reachable: boolean | undefined;
  redis.on("ready", () => {
    reachable = true;
    gauge?.set({ purpose }, 1);
    log.info({ purpose }, "connected to Redis");
  });
  // Every attempt to connect repeats the error; the first is logged.
  redis.on("error", (error) => {
    if (reachable !== false) log.warn({ err: error, purpose }, "Redis is unreachable");
    reachable = false;
    gauge?.set({ purpose }, 0);
  });
  shutdown.add(`the Redis connection of ${purpose}`, () => redis.disconnect());
  return redis;
}
