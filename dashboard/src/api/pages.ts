import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { LIVE } from "./query-client.ts";

/** A page of a list, as the API answers it. */
export interface Page {
  nextCursor: string | null;
}

/** Reads a list from its beginning, up to a number of pages. */
export async function readPages<P extends Page>(
  read: (cursor: string | undefined) => Promise<P>,
  mostPages: number,
): Promise<P[]> {
  const pages: P[] = [];
  let cursor: string | undefined;
  do {
    const page = await read(cursor);
    pages.push(page);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && pages.length < mostPages);
  return pages;
}

interface UsePagesOptions<P> {
  queryKey: readonly unknown[];
  read: (cursor: string | undefined) => Promise<P>;
  /** Beyond these the rest is left to be asked for. */
  mostPages: number;
  /** Whether the list may still change. */
  isLive: boolean;
  enabled?: boolean;
  staleTime?: number;
}

/**
 * Reads a long list page after page, and shows what it has meanwhile. A longer list is read again less
 * often, so that looking at it costs the same.
 */
export function usePages<P extends Page>(options: UsePagesOptions<P>) {
  const { queryKey, read, mostPages, isLive, enabled = true, staleTime } = options;
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) => read(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    enabled,
    ...(staleTime !== undefined && { staleTime }),
    // To compare thousands of rows with those of before would hold the page up.
    structuralSharing: false,
    refetchIntervalInBackground: LIVE.refetchIntervalInBackground,
    refetchInterval: ({ state }) =>
      isLive && LIVE.refetchInterval * Math.max(1, state.data?.pages.length ?? 1),
  });
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query;
  const count = data?.pages.length ?? 0;
  useEffect(() => {
    if (count > 0 && count < mostPages && hasNextPage && !isFetching && !isError)
      void fetchNextPage();
  }, [count, mostPages, hasNextPage, isFetching, isError, fetchNextPage]);
  return {
    query,
    pages: data?.pages,
    /** Whether nothing is missing. */
    isWhole: data !== undefined && !hasNextPage,
    /** Whether more pages are on their way. */
    isReading: hasNextPage && count < mostPages && !isError,
  };
}
