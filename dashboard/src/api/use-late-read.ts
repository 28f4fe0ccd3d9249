import { useSyncExternalStore } from "react";
import type { LateRead } from "./late-reads.ts";
import { findLateRead } from "./query-client.ts";

const LOOK_EVERY_MS = 500;

let late: LateRead | undefined;
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function look(): void {
  const found = findLateRead();
  if (found?.error === late?.error && (found === undefined) === (late === undefined)) return;
  late = found;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(look, LOOK_EVERY_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Returns the late read of the page. All components of the page learn of it at the same time. */
export const useLateRead = (): LateRead | undefined => useSyncExternalStore(listen, () => late);
