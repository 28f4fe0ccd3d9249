import { Paper, Title } from "@mantine/core";
import type { Scoring } from "../../../../api/types.ts";
import { Detail, Details } from "../../../../components/details/details.tsx";
import { limitsText, scoreText, tiesText } from "../../scoring-text.ts";

/** How a tournament's scores become ranks. */
export const ScoringTerms = ({ scoring }: { scoring: Scoring }) => (
  <Paper component="section" withBorder radius="lg" p="md">
    <Title order={2} size="h5" mb="sm">
      Scoring
    </Title>
    <Details isWide>
      <Detail name="Score">{scoreText(scoring)}</Detail>
      <Detail name="Equal scores">{tiesText(scoring)}</Detail>
      <Detail name="Attempts">{scoring.attempts.toLocaleString()} per gamer</Detail>
      <Detail name="Accepted scores">{limitsText(scoring)}</Detail>
      <Detail name="No score">
        {scoring.noScore === "out"
          ? "ranked last, no prize"
          : "ranked after all scores, can win a prize"}
      </Detail>
    </Details>
  </Paper>
);
