import { Stack, Text } from "@mantine/core";
import type { Tournament } from "../../../../api/types.ts";
import { IconTrophy } from "../../../../components/icons.ts";
import { CodeBlock } from "../../../../components/code/code-block.tsx";
import { curl } from "../../../../components/code/curl.ts";
import { EmptyState } from "../../../../components/page/empty-state.tsx";
import { isFinal } from "../../statuses.ts";

const ENDED = "The tournament ended without a counted score.";

const WHY: Readonly<Record<Tournament["status"], string>> = {
  pending: "You can record scores after you publish the tournament and play starts.",
  published:
    "Your backend sends the scores of gamers. Each attempt counts once. Held scores and scores of disqualified gamers are not listed.",
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
            Use an API key of this environment:
          </Text>
          <CodeBlock
            code={curl("POST", `/tournament/${id}/score`, score)}
            label="curl command to record a score"
          />
        </Stack>
      )}
    </>
  );
}
