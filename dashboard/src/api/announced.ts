import { useDocumentVisibility } from "@mantine/hooks";
import { createParser } from "eventsource-parser";
import { useEffect, useEffectEvent, useState } from "react";
import { send } from "./session.ts";

type StreamQuery = { [N in "types" | "tournament"]?: string | undefined };

type StreamState = "opening" | "open" | "lost";

const READ_EVERY_MS = 1_000;

/**
 * Calls `onChange` at most once a second after changes, and when the stream opens. The stream is
 * open only while the page is visible. Returns the state of the stream.
 */
export function useAnnounced(
  environmentId: string,
  { types, tournament }: StreamQuery,
  onChange: () => Promise<unknown>,
  isEnabled = true,
): StreamState {
  const [state, setState] = useState<StreamState>("opening");
  const isVisible = useDocumentVisibility() === "visible";
  const change = useEffectEvent(onChange);
  useEffect(() => {
    if (!isEnabled || !isVisible) return undefined;
    const stopping = new AbortController();
    const { signal } = stopping;
    const onEvent = paced(change, READ_EVERY_MS, signal);
    setState("opening");
    const follower = { signal, onState: setState, onEvent };
    void followEvents(environmentId, { types, tournament }, follower);
    return () => stopping.abort();
  }, [environmentId, types, tournament, isEnabled, isVisible]);
  return state;
}

/**
 * Returns a function that runs `work` at most once per `everyMs`, never twice at a time, and not
 * after `signal` is aborted. A call during a run causes one more run. A rejection of `work` is
 * ignored.
 */
export function paced(
  work: () => Promise<unknown>,
  everyMs: number,
  signal: AbortSignal,
): () => void {
  let isBusy = false;
  let isWanted = false;
  async function run(): Promise<void> {
    isWanted = true;
    if (isBusy) return;
    isBusy = true;
    while (isWanted && !signal.aborted) {
      isWanted = false;
      await Promise.allSettled([work(), pause(everyMs)]);
    }
    isBusy = false;
  }
  return () => void run();
}

interface Follower {
  signal: AbortSignal;
  onState: (state: StreamState) => void;
  onEvent: () => void;
}

const [MIN_PAUSE_MS, MAX_PAUSE_MS] = [500, 5_000];

async function followEvents(environmentId: string, query: StreamQuery, follower: Follower) {
  const { signal, onState, onEvent } = follower;
  let pauseMs = MIN_PAUSE_MS;
  const onOpen = () => {
    pauseMs = MIN_PAUSE_MS;
    onState("open");
    // Changes before the stream opened were not announced.
    onEvent();
  };
  while (!signal.aborted) {
    // The page shows that the stream is lost. The next read of data shows the error.
    await follow(environmentId, query, { signal, onOpen, onEvent }).catch(() => undefined);
    if (signal.aborted) return;
    onState("lost");
    // A random pause spreads the reconnects of many pages.
    await pause(pauseMs * (0.5 + Math.random() / 2));
    pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS);
  }
}

// The server sends a heartbeat every 15 seconds.
const SILENT_MS = 18_000;

/** Throws if the stream is refused, breaks or is silent for too long. */
async function follow(
  environmentId: string,
  query: StreamQuery,
  { signal, onOpen, onEvent }: Omit<Follower, "onState"> & { onOpen: () => void },
): Promise<void> {
  const silence = new AbortController();
  const fallSilent = () => silence.abort(new Error("the stream fell silent"));
  let timer = setTimeout(fallSilent, SILENT_MS);
  try {
    const given = Object.entries(query).filter(([, value]) => value !== undefined);
    const search = new URLSearchParams(given as [string, string][]);
    const response = await send(
      new Request(`/event/stream?${search.toString()}`, {
        headers: { accept: "text/event-stream", "x-game-id": environmentId },
        signal: AbortSignal.any([signal, silence.signal]),
      }),
    );
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

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
