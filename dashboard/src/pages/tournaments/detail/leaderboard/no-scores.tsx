import { Stack, Text } from "@mantine/core";
import type { Tournament } from "../../../../api/types.ts";
import { IconTrophy } from "../../../../app/icons.ts";
import { CodeBlock } from "../../../../components/code-block.tsx";
import { curl } from "../../../../components/curl.ts";
import { EmptyState } from "../../../../components/empty-state.tsx";

const WHY: Readonly<Record<Tournament["status"], string>> = {
  pending: "Scores count once the tournament is published and has started.",
  published: "Your backend sends what gamers score; each attempt counts once.",
  settling: "The tournament ended without scores.",
  completed: "The tournament ended without scores.",
  cancelled: "The tournament ended without scores.",
};

/** Says how scores come in, or why there were none. */
export function NoScores({ tournament: { id, status, scoring } }: { tournament: Tournament }) {
  const score = {
    gamer: "ada",
    score: 41_200,
    ...(scoring?.tieBreaks.length && { tieBreaks: scoring.tieBreaks.map(() => 0) }),
    attempt: "match-1",
  };
  return (
    <>
      <EmptyState icon={<IconTrophy size={28} />} title="No scores yet">
        {WHY[status]}
      </EmptyState>
      {status === "published" && (
        <Stack gap="xs" maw={640} mx="auto">
          <Text size="sm" c="dimmed">
            With a key of this environment:
          </Text>
          <CodeBlock
            code={curl("POST", `/tournament/${id}/score`, score)}
            label="How a score is sent, by curl"
          />
        </Stack>
      )}
    </>
  );
}
