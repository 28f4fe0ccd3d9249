import { Badge, Group, Paper, Stack, Text } from "@mantine/core";
import type { Attempt } from "../../api/types.ts";
import { CodeBlock } from "../../components/code/code-block.tsx";
import { Time } from "../../components/values/time.tsx";

const ERRORS: Readonly<Record<NonNullable<Attempt["error"]>, string>> = {
  timeout: "No whole answer came within 15 seconds.",
  refused: "No connection could be made, or it was broken off.",
  tls: "The TLS handshake failed: look at the certificate.",
  dns: "The name could not be resolved.",
  address_blocked: "The address is not a public one.",
  too_large: "The answer was larger than 64 KiB.",
  redirect: "It answered with a redirect, and none is followed.",
};

const MILLISECONDS = new Intl.NumberFormat(undefined, { style: "unit", unit: "millisecond" });

/** Whether an attempt counts as a success. */
const hasSucceeded = ({ status, error }: Attempt): boolean =>
  error === null && status !== null && status >= 200 && status < 300;

/** One request to an endpoint, and what came back. */
export function AttemptCard({ attempt }: { attempt: Attempt }) {
  const { number, at, durationMs, status, error, answer, replay } = attempt;
  return (
    <Paper withBorder p="sm" component="article" aria-label={`Attempt ${number}`}>
      <Stack gap="xs">
        <Group gap="sm">
          <Badge color={hasSucceeded(attempt) ? "teal" : "red"}>{status ?? error}</Badge>
          <Text size="sm" fw={550}>
            Attempt {number}
          </Text>
          {replay && <Badge color="gray">asked for</Badge>}
          <Text size="sm" c="dimmed">
            <Time at={at} seconds /> · {MILLISECONDS.format(durationMs)}
          </Text>
        </Group>
        {error !== null && <Text size="sm">{ERRORS[error]}</Text>}
        {answer !== "" && <CodeBlock code={answer} label={`Answer to attempt ${number}`} />}
        {answer === "" && status !== null && (
          <Text size="xs" c="dimmed">
            The answer was empty.
          </Text>
        )}
      </Stack>
    </Paper>
  );
}
