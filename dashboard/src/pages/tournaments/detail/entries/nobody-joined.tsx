import { Stack, Text } from "@mantine/core";
import type { Tournament } from "../../../../api/types.ts";
import { IconUsers } from "../../../../components/icons.ts";
import { CodeBlock } from "../../../../components/code/code-block.tsx";
import { curl } from "../../../../components/code/curl.ts";
import { EmptyState } from "../../../../components/page/empty-state.tsx";

/** Says how gamers join, or why there were none. */
export function NobodyJoined({ tournament: { id, status } }: { tournament: Tournament }) {
  if (status !== "published" && status !== "pending")
    return (
      <EmptyState icon={<IconUsers size={28} />} title="No entries">
        The tournament ended without entries, so no money moved.
      </EmptyState>
    );
  return (
    <>
      <EmptyState icon={<IconUsers size={28} />} title="No entries yet">
        {status === "pending"
          ? "Gamers can join after you publish the tournament."
          : "To add a gamer, your backend sends the gamer's handle. The gamer then takes a seat, and the entry fee is charged."}
      </EmptyState>
      {status === "published" && (
        <Stack gap="xs" maw={640} mx="auto">
          <Text size="sm" c="dimmed">
            Use an API key of this environment:
          </Text>
          <CodeBlock
            code={curl("POST", `/tournament/${id}/join`, { gamer: "ada" })}
            label="curl command to add a gamer"
          />
        </Stack>
      )}
    </>
  );
}
