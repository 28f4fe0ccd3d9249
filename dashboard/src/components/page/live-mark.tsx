import { Group, Text } from "@mantine/core";
import type { Announced } from "../../api/announced.ts";
import { LIVE } from "../../api/live.ts";
import { Dot } from "../values/dot.tsx";
import { useNow } from "../values/now.ts";

// Two reads were missed, and the third is late.
const LATE_MS = 3 * LIVE.refetchInterval + 1_000;

export interface LiveMarkProps {
  /** When what the page shows was read. */
  readAt: number;
  /** Absent where a page only reads again and again. */
  announced?: Announced;
}

/** Says whether what the page shows is up to date; old figures are never shown as live ones. */
export function LiveMark({ readAt, announced }: LiveMarkProps) {
  const isLate = useNow() - knownAt(readAt, announced) > LATE_MS;
  return (
    <Group gap={6} wrap="nowrap" role="status">
      <Dot color={isLate ? "yellow" : "teal"} />
      <Text size="xs" c="dimmed">
        {isLate ? "Reconnecting" : "Up to date"}
      </Text>
    </Group>
  );
}

/** Until when what the page shows is known to be the newest there is. */
function knownAt(readAt: number, announced: Announced | undefined): number {
  if (announced?.state !== "open") return readAt;
  // A change was announced, and its read has not come yet.
  return announced.changedAt > readAt ? announced.changedAt : Infinity;
}
