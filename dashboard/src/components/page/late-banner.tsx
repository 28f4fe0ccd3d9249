import { Alert, Button, Group, Text } from "@mantine/core";
import { queryClient } from "../../api/query-client.ts";
import { useLateRead } from "../../api/use-late-read.ts";
import { IconAlertTriangle } from "../icons.ts";

/** Says what is the matter while a read of the page fails or is not answered. */
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
        <Button
          variant="default"
          size="xs"
          onClick={() => void queryClient.refetchQueries({ type: "active" })}
        >
          Try again
        </Button>
      </Group>
    </Alert>
  );
}
