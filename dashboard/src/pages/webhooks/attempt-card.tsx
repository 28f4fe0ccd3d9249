import { Badge, Group, Paper, Stack, Text } from "@mantine/core";
import type { Attempt } from "../../api/types.ts";
import { CodeBlock } from "../../components/code/code-block.tsx";
import { Time } from "../../components/values/time.tsx";

const ERRORS: Readonly<Record<NonNullable<Attempt["error"]>, string>> = {
  timeout: "No complete response arrived within 15 seconds. Respond before you process the event.",
  refused: "The connection failed or was closed early. Check that your receiver is running.",
  tls: "The TLS handshake failed. Check the certificate.",
  dns: "The host name could not be resolved. Check the URL.",
  address_blocked: "The address is not public. Use a URL with a public address.",
  too_large: "The response was larger than 64 KiB. Send a shorter response.",
  redirect:
    "The response was a redirect. The service does not follow redirects. Use the final URL.",
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
          {replay && <Badge color="gray">replay</Badge>}
          <Text size="sm" c="dimmed">
            <Time at={at} seconds /> · {MILLISECONDS.format(durationMs)}
          </Text>
        </Group>
        {error !== null && <Text size="sm">{ERRORS[error]}</Text>}
        {answer !== "" && <CodeBlock code={answer} label={`Response to attempt ${number}`} />}
        {answer === "" && status !== null && (
          <Text size="xs" c="dimmed">
            The response was empty.
          </Text>
        )}
      </Stack>
    </Paper>
  );
}
