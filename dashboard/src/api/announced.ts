import { useEffect, useRef, useState } from "react";
import { followEvents, type StreamQuery, type StreamState } from "./event-stream.ts";

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
  const isVisible = useIsVisible();
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  useEffect(() => {
    if (!isEnabled || !isVisible) return undefined;
    const pace = paced(() => latest.current(), READ_EVERY_MS);
    const stop = followEvents({
      environmentId,
      query: { types, tournament },
      onState(next) {
        setState(next);
        if (next === "open") pace.call();
      },
      onEvent: pace.call,
    });
    return () => {
      stop();
      pace.stop();
    };
  }, [environmentId, types, tournament, isEnabled, isVisible]);
  return state;
}

function useIsVisible(): boolean {
  const [isVisible, setIsVisible] = useState(() => document.visibilityState === "visible");
  useEffect(() => {
    const change = () => setIsVisible(document.visibilityState === "visible");
    document.addEventListener("visibilitychange", change);
    return () => document.removeEventListener("visibilitychange", change);
  }, []);
  return isVisible;
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
      const pause = new Promise((resolve) => setTimeout(resolve, everyMs));
      await Promise.allSettled([work(), pause]);
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
