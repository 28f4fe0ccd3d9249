import { Skeleton, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { ProblemCard } from "./problem-card.tsx";

interface QueryViewProps<T> {
  /** A query, or what was made of one. */
  query: {
    data: T | undefined;
    isError: boolean;
    error: unknown;
    refetch: () => Promise<unknown>;
  };
  /** How many lines to stand in while nothing was read yet. */
  lines?: number;
  children: (data: T) => ReactNode;
}

/** Shows what was read, a placeholder until then, or why it could not be read. */
export function QueryView<T>({ query, lines = 5, children }: QueryViewProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <ProblemCard error={query.error} retry={() => void query.refetch()} />;
  return (
    <Stack role="status" aria-busy="true" aria-label="Loading">
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} height={38} />
      ))}
    </Stack>
  );
}
