import { MutationCache, type Query, QueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { isWorthRepeating } from "./problem.ts";

const RETRIES = 2;

/** The `meta` of mutations that change nothing. */
export const READS_ONLY = { readsOnly: true };

export const queryClient = new QueryClient({
  // Each change refreshes the data in view, because one change appears in several places.
  mutationCache: new MutationCache({
    onSuccess: (_data, _variables, _result, { meta }) => {
      if (meta !== READS_ONLY) void queryClient.invalidateQueries();
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 2_000,
      retry: (failures, error) => failures < RETRIES && isWorthRepeating(error),
    },
    mutations: { retry: false },
  },
});

const LATE_MS = 5_000;
const NO_RESPONSE = new Error("The server is not responding.");

/**
 * Returns a function that finds the active read that has waited longest. If the read is late, the
 * function returns the error of its latest attempt.
 */
export function watchReads(client: QueryClient): () => Error | undefined {
  const cache = client.getQueryCache();
  // The time when each query was first sent after its latest response.
  const askedAt = new WeakMap<Query, number>();
  cache.subscribe((event) => {
    if (event.type !== "updated") return;
    const { query, action } = event;
    if (action.type === "fetch" && !askedAt.has(query)) askedAt.set(query, Date.now());
    // If a page has no older data, it shows the refusal itself. The refusal then counts as a response.
    const isRefused = action.type === "error" && !isWorthRepeating(action.error);
    if (action.type === "success" || (isRefused && query.state.data === undefined))
      askedAt.delete(query);
  });
  const askedAtOf = (query: Query) => askedAt.get(query) ?? Infinity;
  return () => {
    const oldest = cache
      .findAll({ type: "active", predicate: isUnanswered })
      .toSorted((a, b) => askedAtOf(a) - askedAtOf(b))[0];
    if (oldest === undefined || Date.now() - askedAtOf(oldest) <= LATE_MS) return undefined;
    const { error, fetchFailureReason } = oldest.state;
    return fetchFailureReason ?? error ?? NO_RESPONSE;
  };
}

const isUnanswered = ({ state: { fetchStatus, status } }: Query): boolean =>
  fetchStatus !== "idle" || status === "error";

const findLateRead = watchReads(queryClient);
const LOOK_EVERY_MS = 500;

let late: Error | undefined;
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function look(): void {
  const found = findLateRead();
  if (found === late) return;
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

/** Returns the error of the late read of the page. All components see it at the same time. */
export const useLateRead = (): Error | undefined => useSyncExternalStore(listen, () => late);
