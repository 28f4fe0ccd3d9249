import { Stack, Text } from "@mantine/core";
import type { Tournament } from "../../../../api/types.ts";
import { IconTrophy } from "../../../../components/icons.ts";
import { CodeBlock } from "../../../../components/code/code-block.tsx";
import { curl } from "../../../../components/code/curl.ts";
import { EmptyState } from "../../../../components/page/empty-state.tsx";
import { isFinal } from "../../statuses.ts";

const ENDED = "The tournament ended without a score that counts.";

const WHY: Readonly<Record<Tournament["status"], string>> = {
  pending: "Scores count once the tournament is published and has started.",
  published:
    "Your backend sends what gamers score; each attempt counts once. One that is held for review, or of a gamer who is disqualified, is not listed.",
  settling: ENDED,
  completed: ENDED,
  cancelled: ENDED,
};

/** Says how scores come in, or why none of them counts. */
export function NoScores({ tournament: { id, status, scoring } }: { tournament: Tournament }) {
  const score = {
    gamer: "ada",
    score: 41_200,
    ...(scoring?.tieBreaks.length && { tieBreaks: scoring.tieBreaks.map(() => 0) }),
    attempt: "match-1",
  };
  return (
    <>
      <EmptyState
        icon={<IconTrophy size={28} />}
        title={isFinal(status) ? "No scores" : "No scores yet"}
      >
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
