import { createParser } from "eventsource-parser";
import { problemOf, accessToken, refresh } from "./session.ts";

/** Which events of an environment are announced. */
export interface StreamQuery {
  types?: string | undefined;
  tournament?: string | undefined;
}

/** Whether changes are announced: not yet, now, or not any more. */
export type StreamState = "opening" | "open" | "lost";

interface Follower {
  environmentId: string;
  query: StreamQuery;
  /** Called whenever the state changes. What changed before a stream opened was not announced. */
  onState: (state: StreamState) => void;
  /** Called for each event. */
  onEvent: () => void;
}

// Something comes every fifteen seconds: a page shows that a stream is lost within twenty.
const SILENT_MS = 18_000;
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [500, 5_000];

/**
 * Follows an environment's events until the function that it returns is called. A stream that is lost is
 * opened again, as often as it takes.
 */
export function followEvents({ environmentId, query, onState, onEvent }: Follower): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;

  async function run(): Promise<void> {
    let pauseMs = FIRST_PAUSE_MS;
    while (!signal.aborted) {
      try {
        await follow(environmentId, query, signal, {
          onOpen: () => {
            pauseMs = FIRST_PAUSE_MS;
            if (!signal.aborted) onState("open");
          },
          onEvent: () => !signal.aborted && onEvent(),
        });
      } catch {
        // Whatever it was: the page says that the stream is lost, and its next read says why.
      }
      if (signal.aborted) return;
      onState("lost");
      // Pages that were cut off together come back one by one.
      await pause(pauseMs * (0.5 + Math.random() / 2), signal);
      pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
    }
  }

  onState("opening");
  void run();
  return () => stopping.abort();
}

/** Follows events until the stream ends. Throws where it is refused, breaks or falls silent. */
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
  // The token, or its signing key, came to its end early.
  if (response.status === 401 && (await refresh())) response = await send();
  if (!response.ok) throw await problemOf(response);
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
