import { QueryClient } from "@tanstack/react-query";
import { watchReads } from "./late-reads.ts";
import { isWorthRepeating } from "./problem.ts";

const RETRIES = 2;

/** Keeps what was read; asks again only for what may come out better. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 2_000,
      retry: (failures, error) => failures < RETRIES && isWorthRepeating(error),
    },
    mutations: { retry: false },
  },
});

/** Finds the read of the page that has been without an answer for longest. */
export const findLateRead = watchReads(queryClient);
