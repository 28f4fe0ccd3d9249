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
      <EmptyState icon={<IconUsers size={28} />} title="Nobody joined">
        The tournament ended without entries; no money moved.
      </EmptyState>
    );
  return (
    <>
      <EmptyState icon={<IconUsers size={28} />} title="Nobody joined yet">
        {status === "pending"
          ? "Gamers can join once the tournament is published."
          : "Your backend sends a gamer's handle; the seat and the entry fee are taken together."}
      </EmptyState>
      {status === "published" && (
        <Stack gap="xs" maw={640} mx="auto">
          <Text size="sm" c="dimmed">
            With a key of this environment:
          </Text>
          <CodeBlock
            code={curl("POST", `/tournament/${id}/join`, { gamer: "ada" })}
            label="How a gamer joins, by curl"
          />
        </Stack>
      )}
    </>
  );
}
