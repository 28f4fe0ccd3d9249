import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import type { Logger } from "../process/log.ts";
import type { Db } from "./handle.ts";
import { ownConnection } from "./own-connection.ts";

/** Hears what transactions announce with pg_notify when they commit. */
export interface Listener {
  /** Ends it. */
  stop(): Promise<void>;
}

const AGAIN_MS = 1_000;

/**
 * Listens on a channel, on a connection of its own that is made again a second after it broke. What is
 * announced while there is none is not heard: whoever must not miss it looks for itself besides, and
 * `onConnected` says when there was such a gap.
 */
export function listenTo(
  db: Db,
  channel: string,
  { onPayload, onConnected }: { onPayload: (payload: string) => void; onConnected: () => void },
  log: Logger,
): Listener {
  const stopping = new AbortController();

  async function listenOnce(): Promise<void> {
    const client = ownConnection(db);
    const ended = Promise.withResolvers<void>();
    const end = () => ended.resolve();
    // Before anything is asked, for it may break at any time.
    client.on("error", (error) =>
      log.warn({ err: error, channel }, "a listening connection broke"),
    );
    client.on("end", end);
    client.on("notification", ({ payload }) => onPayload(payload ?? ""));
    stopping.signal.addEventListener("abort", end);
    try {
      await client.connect();
      await listen(client, channel);
      onConnected();
      await ended.promise;
    } finally {
      stopping.signal.removeEventListener("abort", end);
      // One that is broken already cannot be closed well.
      await client.end().catch(() => undefined);
    }
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await listenOnce().catch((error: unknown) => {
        log.warn({ err: error, channel }, "nothing can be heard of the database for now");
      });
      await delay(AGAIN_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

// A channel cannot be a parameter; these are constants of the code.
async function listen(client: pg.Client, channel: string): Promise<void> {
  if (!/^[a-z_]+$/.test(channel)) throw new Error(`${channel} is no channel's name`);
  await client.query(`LISTEN ${channel}`);
}
