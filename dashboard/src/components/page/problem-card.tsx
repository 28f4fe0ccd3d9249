import { Alert, Anchor, Button, Group, Stack, Text } from "@mantine/core";
import { IconAlertTriangle } from "../icons.ts";
import { isProblem } from "../../api/problem.ts";
import { CopyButton } from "../code/copy-button.tsx";

/** Says what went wrong, with what a person needs to ask somebody about it. */
export function ProblemCard({ error, retry }: { error: unknown; retry?: () => void }) {
  const message = error instanceof Error ? error.message : "Something unexpected happened.";
  return (
    <Alert
      color="red"
      role="alert"
      title={isProblem(error) ? message : "The server cannot be reached"}
      icon={<IconAlertTriangle size={18} />}
    >
      <Stack gap="xs">
        {!isProblem(error) && <Text size="sm">{message}</Text>}
        {isProblem(error) && (
          <Group gap="xs">
            <Text size="sm" c="dimmed">
              Request {error.requestId}
            </Text>
            <CopyButton value={error.requestId} label="Copy the request's id" />
            <Anchor
              size="sm"
              c="inherit"
              underline="always"
              href={new URL(error.type).pathname}
              target="_blank"
            >
              What this means
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
