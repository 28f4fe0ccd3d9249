import { Alert, Anchor, Group, Skeleton, Stack, Text } from "@mantine/core";
import { Component, type ReactNode } from "react";
import { isProblem } from "../../api/problem.ts";
import { queryClient, useLateRead } from "../../api/query-client.ts";
import { CopyButton } from "../code.tsx";
import { IconAlertTriangle } from "../icons.ts";
import { SmallButton } from "../small-button.tsx";
import { Dot } from "../tables/marks.tsx";
import { Fine, Hint } from "../text.tsx";

interface QueryViewProps<T> {
  /** A query, or an object derived from one. */
  query: {
    data: T | undefined;
    isError: boolean;
    error: unknown;
    refetch: () => Promise<unknown>;
  };
  /** The number of placeholder lines. */
  lines?: number;
  children: (data: T) => ReactNode;
}

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

export function ProblemCard({ error, retry }: { error: unknown; retry?: () => void }) {
  const message =
    error instanceof Error ? error.message : "An unexpected error occurred. Try again.";
  return (
    <Alert
      color="red"
      role="alert"
      title={isProblem(error) ? message : "The request failed"}
      icon={<IconAlertTriangle size={18} />}
    >
      <Stack gap="xs">
        {!isProblem(error) && <Text size="sm">{message}</Text>}
        {isProblem(error) && (
          <Group gap="xs">
            <Hint>Request ID {error.requestId}</Hint>
            <CopyButton value={error.requestId} label="Copy request ID" />
            <Anchor
              size="sm"
              c="inherit"
              underline="always"
              href={new URL(error.type).pathname}
              target="_blank"
            >
              Read about this error
            </Anchor>
          </Group>
        )}
        {retry && <SmallButton label="Try again" w="fit-content" onClick={retry} />}
      </Stack>
    </Alert>
  );
}

interface ErrorBoundaryProps {
  fallback: ReactNode;
  children: ReactNode;
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}

export function LateBanner() {
  const late = useLateRead();
  if (late === undefined) return null;
  const reason = late.error instanceof Error ? late.error.message : "The server is not responding.";
  return (
    <Alert
      color="yellow"
      role="status"
      mb="md"
      title="Parts of this page are outdated or missing"
      icon={<IconAlertTriangle size={18} />}
    >
      <Group justify="space-between" gap="xs">
        <Text size="sm">{reason}</Text>
        <SmallButton
          label="Try again"
          onClick={() => void queryClient.refetchQueries({ type: "active" })}
        />
      </Group>
    </Alert>
  );
}

export function LiveMark() {
  const isLate = useLateRead() !== undefined;
  return (
    <Group gap={6} wrap="nowrap" role="status">
      <Dot color={isLate ? "yellow" : "teal"} />
      <Fine>{isLate ? "Reconnecting" : "Up to date"}</Fine>
    </Group>
  );
}
