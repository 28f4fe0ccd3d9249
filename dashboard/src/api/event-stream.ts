import { createParser } from "eventsource-parser";
import { toProblem, accessToken, refresh } from "./session.ts";

export interface StreamQuery {
  types?: string | undefined;
  tournament?: string | undefined;
}

export type StreamState = "opening" | "open" | "lost";

interface Follower {
  environmentId: string;
  query: StreamQuery;
  /** Reports each change of the state. Changes before the stream opened were not announced. */
  onState: (state: StreamState) => void;
  onEvent: () => void;
}

// The server sends a heartbeat every 15 seconds.
const SILENT_MS = 18_000;
const [MIN_PAUSE_MS, MAX_PAUSE_MS] = [500, 5_000];

/**
 * Follows the events of an environment. Reopens a lost stream until the returned function is
 * called.
 */
export function followEvents({ environmentId, query, onState, onEvent }: Follower): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;

  async function run(): Promise<void> {
    let pauseMs = MIN_PAUSE_MS;
    while (!signal.aborted) {
      try {
        await follow(environmentId, query, signal, {
          onOpen: () => {
            pauseMs = MIN_PAUSE_MS;
            if (!signal.aborted) onState("open");
          },
          onEvent: () => !signal.aborted && onEvent(),
        });
      } catch {
        // The page shows the lost stream. Its next read shows the error.
      }
      if (signal.aborted) return;
      onState("lost");
      // A random pause spreads the reconnects of many pages.
      await pause(pauseMs * (0.5 + Math.random() / 2), signal);
      pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS);
    }
  }

  onState("opening");
  void run();
  return () => stopping.abort();
}

/**
 * Follows events until the stream ends. Throws if the stream is refused, breaks or is silent for
 * too long.
 */
async function follow(
  environmentId: string,
  query: StreamQuery,
  signal: AbortSignal,
  { onOpen, onEvent }: { onOpen: () => void; onEvent: () => void },
): Promise<void> {
  const silence = new AbortController();
  const fallSilent = () => silence.abort(new Error("the stream fell silent"));
  let timer = setTimeout(fallSilent, SILENT_MS);
  try {
    const response = await open(environmentId, query, AbortSignal.any([signal, silence.signal]));
    if (response.body === null) throw new Error("the stream came without content");
    onOpen();
    const parser = createParser({ onEvent: ({ event }) => event !== "end" && onEvent() });
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      clearTimeout(timer);
      timer = setTimeout(fallSilent, SILENT_MS);
      parser.feed(part.value);
    }
  } finally {
    clearTimeout(timer);
  }
}

async function open(
  environmentId: string,
  query: StreamQuery,
  signal: AbortSignal,
): Promise<Response> {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given as [string, string][]).toString();
  const send = async () =>
    await fetch(`/event/stream${search && `?${search}`}`, {
      headers: {
        accept: "text/event-stream",
        authorization: `Bearer ${(await accessToken()) ?? ""}`,
        "x-game-id": environmentId,
      },
      signal,
    });
  let response = await send();
  // The token can expire early if its signing key is replaced.
  if (response.status === 401 && (await refresh())) response = await send();
  if (!response.ok) throw await toProblem(response);
  return response;
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
