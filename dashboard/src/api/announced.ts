import { useDocumentVisibility } from "@mantine/hooks";
import { createParser } from "eventsource-parser";
import { useEffect, useEffectEvent, useState } from "react";
import { send } from "./session.ts";

interface StreamQuery {
  types?: string | undefined;
  tournament?: string | undefined;
}

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
    const pace = paced(change, READ_EVERY_MS);
    setState("opening");
    void followEvents(
      environmentId,
      { types, tournament },
      {
        signal,
        onState(next) {
          if (signal.aborted) return;
          setState(next);
          // Changes before the stream opened were not announced.
          if (next === "open") pace.call();
        },
        onEvent: pace.call,
      },
    );
    return () => {
      stopping.abort();
      pace.stop();
    };
  }, [environmentId, types, tournament, isEnabled, isVisible]);
  return state;
}

/**
 * Returns a function that runs `work` at most once per `everyMs` and never twice at a time. A call
 * during a run causes one more run. A rejection of `work` is ignored.
 */
export function paced(
  work: () => Promise<unknown>,
  everyMs: number,
): { call: () => void; stop: () => void } {
  let isBusy = false;
  let isWanted = false;
  const stopping = new AbortController();

  async function run(): Promise<void> {
    isBusy = true;
    do {
      isWanted = false;
      await Promise.allSettled([work(), pause(everyMs)]);
    } while (isWanted && !stopping.signal.aborted);
    isBusy = false;
  }

  return {
    call() {
      if (stopping.signal.aborted) return;
      if (isBusy) isWanted = true;
      else void run();
    },
    stop: () => stopping.abort(),
  };
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
  };
  while (!signal.aborted) {
    // The page shows the lost stream. Its next read shows the error.
    await follow(environmentId, query, { signal, onOpen, onEvent }).catch(() => undefined);
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
