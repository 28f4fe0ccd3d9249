import { Group, Text } from "@mantine/core";
import { LIVE } from "../api/live.ts";
import { Dot } from "./dot.tsx";
import { useNow } from "./now.ts";

// Two reads were missed, and the third is late.
const LATE_MS = 3 * LIVE.refetchInterval + 1_000;

/** Says whether what the page shows is up to date; old figures are never shown as live ones. */
export function LiveMark({ readAt }: { readAt: number }) {
  const isLate = useNow() - readAt > LATE_MS;
  return (
    <Group gap={6} wrap="nowrap" role="status">
      <Dot color={isLate ? "yellow" : "teal"} />
      <Text size="xs" c="dimmed">
        {isLate ? "Reconnecting" : "Up to date"}
      </Text>
    </Group>
  );
}
