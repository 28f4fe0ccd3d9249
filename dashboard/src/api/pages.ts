import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { LIVE } from "./query-client.ts";

export interface Page {
  nextCursor: string | null;
}

export async function readPages<P extends Page>(
  read: (cursor: string | undefined) => Promise<P>,
  maxPages: number,
): Promise<P[]> {
  const pages: P[] = [];
  let cursor: string | undefined;
  do {
    const page = await read(cursor);
    pages.push(page);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && pages.length < maxPages);
  return pages;
}

/** Returns the query parameters of a page. */
export const pageQuery = (limit: number, cursor: string | undefined) => ({
  limit,
  ...(cursor !== undefined && { cursor }),
});

interface UsePagesOptions<P> {
  queryKey: readonly unknown[];
  read: (cursor: string | undefined) => Promise<P>;
  /** The number of pages that are read at once. `fetchNextPage` reads the others. */
  maxPages: number;
  isLive: boolean;
  enabled?: boolean;
  staleTime?: number;
}

/**
 * Reads a long list page by page and returns the pages that have arrived. A longer list is
 * refreshed less often, so that the load stays the same.
 */
export function usePages<P extends Page>(options: UsePagesOptions<P>) {
  const { queryKey, read, maxPages, isLive, enabled = true, staleTime } = options;
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) => read(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    enabled,
    ...(staleTime !== undefined && { staleTime }),
    // Comparing thousands of rows would block the page.
    structuralSharing: false,
    refetchIntervalInBackground: LIVE.refetchIntervalInBackground,
    refetchInterval: ({ state }) =>
      isLive && LIVE.refetchInterval * Math.max(1, state.data?.pages.length ?? 1),
  });
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query;
  const count = data?.pages.length ?? 0;
  useEffect(() => {
    if (count > 0 && count < maxPages && hasNextPage && !isFetching && !isError)
      void fetchNextPage();
  }, [count, maxPages, hasNextPage, isFetching, isError, fetchNextPage]);
  return {
    query,
    pages: data?.pages,
    isWhole: data !== undefined && !hasNextPage,
    isReading: hasNextPage && count < maxPages && !isError,
  };
}
