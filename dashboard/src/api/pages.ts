import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { type Answer, LIVE, type Params, read, type ReadPath, type Source } from "./client.ts";

export interface Page {
  nextCursor: string | null;
}

type PagedPath = {
  [P in ReadPath]: Answer<P> extends Page ? P : never;
}[ReadPath];

/** Returns a function that reads the page of a list after a cursor. */
export const pageReader =
  <P extends PagedPath>(source: Source, path: P, params: Params<P>, limit: number) =>
  (cursor: string | undefined) => {
    const query = read(source, path, { ...(params as object), limit, cursor } as Params<P>);
    return query.queryFn() as Promise<Answer<P> & Page>;
  };

export async function readPages<P extends Page>(
  readNext: (cursor: string | undefined) => Promise<P>,
  maxPages: number,
): Promise<P[]> {
  const pages: P[] = [];
  let cursor: string | undefined;
  do {
    const page = await readNext(cursor);
    pages.push(page);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && pages.length < maxPages);
  return pages;
}

interface UsePagesOptions {
  limit: number;
  /** The number of pages that are read without a call. `readMore` reads each further page. */
  maxPages: number;
  isLive: boolean;
  enabled?: boolean;
  staleTime?: number;
}

/** Reads a list page by page. A longer list is refreshed less often to limit the load. */
export function usePages<P extends PagedPath, R>(
  source: Source,
  path: P,
  params: Params<P>,
  rowsOf: (page: Answer<P>) => readonly R[],
  options: UsePagesOptions,
) {
  const { limit, maxPages, isLive, ...rest } = options;
  const readNext = pageReader(source, path, params, limit);
  const query = useInfiniteQuery({
    queryKey: [...read(source, path, params, isLive).queryKey, "pages"],
    queryFn: ({ pageParam }) => readNext(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }: Page) => nextCursor ?? undefined,
    // Comparing thousands of rows would block the page.
    structuralSharing: false,
    refetchIntervalInBackground: LIVE.refetchIntervalInBackground,
    refetchInterval: ({ state }) =>
      isLive && LIVE.refetchInterval * Math.max(1, state.data?.pages.length ?? 1),
    ...rest,
  });
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query;
  const count = data?.pages.length ?? 0;
  useEffect(() => {
    if (count > 0 && count < maxPages && hasNextPage && !isFetching && !isError)
      void fetchNextPage();
  }, [count, maxPages, hasNextPage, isFetching, isError, fetchNextPage]);
  const isWhole = data !== undefined && !hasNextPage;
  const isReading = hasNextPage && count < maxPages && !isError;
  const readMore = () => {
    if (!isWhole && !isReading && !isFetching) void fetchNextPage();
  };
  const pages = data?.pages;
  const rows = useMemo(() => pages?.flatMap((page: Answer<P>) => rowsOf(page)), [pages]);
  return { query: { ...query, data: rows }, rows, pages, isWhole, isReading, readMore };
}
