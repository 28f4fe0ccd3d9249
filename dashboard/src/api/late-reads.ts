import type { Query, QueryClient } from "@tanstack/react-query";
import { isWorthRepeating } from "./problem.ts";

/** A read without an answer. `error` is the failure of its latest attempt, if that has failed. */
export interface LateRead {
  error: unknown;
}

const LATE_MS = 5_000;

/**
 * Watches the reads of a client. Returns a function that finds the read of the page that has been
 * without an answer for longest, if that is longer than five seconds.
 */
export function watchReads(client: QueryClient): () => LateRead | undefined {
  const cache = client.getQueryCache();
  // When each query was first asked since its latest answer.
  const askedAt = new Map<string, number>();
  cache.subscribe((event) => {
    const { queryHash } = event.query;
    if (event.type === "removed") askedAt.delete(queryHash);
    if (event.type !== "updated") return;
    if (event.action.type === "success") askedAt.delete(queryHash);
    else if (event.action.type === "fetch" && !askedAt.has(queryHash))
      askedAt.set(queryHash, Date.now());
    else if (event.action.type === "error" && !isWorthRepeating(event.action.error))
      askedAt.delete(queryHash);
  });
  const askedAtOf = ({ queryHash }: Query) => askedAt.get(queryHash) ?? Infinity;
  return () => {
    const oldest = cache
      .findAll({ type: "active", predicate: isUnanswered })
      .toSorted((a, b) => askedAtOf(a) - askedAtOf(b))[0];
    if (oldest === undefined || Date.now() - askedAtOf(oldest) <= LATE_MS) return undefined;
    const { error, fetchFailureReason } = oldest.state;
    return { error: fetchFailureReason ?? error ?? undefined };
  };
}

const isUnanswered = ({ state: { fetchStatus, status } }: Query): boolean =>
  fetchStatus !== "idle" || status === "error";
