import { Group, Text } from "@mantine/core";
import { useLateRead } from "../../api/use-late-read.ts";
import { Dot } from "../values/dot.tsx";

/** Says whether the page is up to date. It is not if one of its reads fails or is not answered. */
export function LiveMark() {
  const isLate = useLateRead() !== undefined;
  return (
    <Group gap={6} wrap="nowrap" role="status">
      <Dot color={isLate ? "yellow" : "teal"} />
      <Text size="xs" c="dimmed">
        {isLate ? "Reconnecting" : "Up to date"}
      </Text>
    </Group>
  );
}
