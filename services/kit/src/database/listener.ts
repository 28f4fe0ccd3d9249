import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import type { Logger } from "../process/log.ts";
import type { Db } from "./handle.ts";
import { ownConnection } from "./pool.ts";

export type Listener = ReturnType<typeof listenTo>;

const AGAIN_MS = 1_000;
const ANSWER_LIMIT_MS = 3_000;

/**
 * Listens for messages of pg_notify on a channel, on its own connection. Reconnects a second after a failure.
 * Calls `onConnected` after each connect. Messages sent in between are lost, so the caller must also poll.
 */
export function listenTo(
  db: Db,
  channel: string,
  { onPayload, onConnected }: { onPayload: (payload: string) => void; onConnected: () => void },
  log: Logger,
) {
  const stopping = new AbortController();
  let listening: pg.Client | undefined;
  let isLost = false;

  function lose(error: unknown): void {
    listening = undefined;
    // Logs only the first failure, because further attempts usually fail for the same reason.
    if (!isLost)
      log.warn({ err: error, channel }, "the connection for notifications was lost; reconnecting");
    isLost = true;
  }

  async function listenOnce(): Promise<void> {
    const client = ownConnection(db);
    const ended = Promise.withResolvers<void>();
    const end = () => ended.resolve();
    // The listeners are added before the first query, because the connection can break at any time.
    client.on("error", lose);
    client.on("end", end);
    client.on("notification", ({ payload }) => onPayload(payload ?? ""));
    stopping.signal.addEventListener("abort", end);
    try {
      await client.connect();
      await listen(client, channel);
      listening = client;
      isLost = false;
      onConnected();
      await ended.promise;
    } finally {
      listening = undefined;
      stopping.signal.removeEventListener("abort", end);
      // The failure is ignored, because a broken connection cannot be closed cleanly.
      await client.end().catch(() => undefined);
    }
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await listenOnce().catch(lose);
      await delay(AGAIN_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  const running = run();
  return {
    /**
     * Repeats LISTEN, and replaces the connection if Postgres does not answer within three seconds. TCP
     * keep-alive alone would detect a vanished server only later.
     */
    async check(): Promise<void> {
      if (listening !== undefined) await listen(listening, channel).catch(lose);
    },
    async stop(): Promise<void> {
      stopping.abort();
      await running;
    },
  };
}

// The name of a channel cannot be a parameter. All names are constants in the code.
async function listen(client: pg.Client, channel: string): Promise<void> {
  if (!/^[a-z_]+$/.test(channel)) throw new Error(`${channel} is not a valid channel name`);
  const query = { text: `LISTEN ${channel}`, query_timeout: ANSWER_LIMIT_MS };
  await client.query(query);
}
