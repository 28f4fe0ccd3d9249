import { QueryClient } from "@tanstack/react-query";
import { ApiProblem } from "./problem.ts";

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

const isWorthRepeating = (error: unknown): boolean =>
  !(error instanceof ApiProblem) || error.status === 429 || error.status >= 500;
