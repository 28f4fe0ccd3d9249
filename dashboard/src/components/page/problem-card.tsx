import { Alert, Anchor, Button, Group, Stack, Text } from "@mantine/core";
import { IconAlertTriangle } from "../icons.ts";
import { isProblem } from "../../api/problem.ts";
import { CopyButton } from "../code/copy-button.tsx";

/** Says what went wrong, with what a person needs to ask somebody about it. */
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
            <Text size="sm" c="dimmed">
              Request ID {error.requestId}
            </Text>
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
        {retry && (
          <Button variant="default" size="xs" w="fit-content" onClick={retry}>
            Try again
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
