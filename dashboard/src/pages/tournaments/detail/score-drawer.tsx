import { Radio, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { content } from "../../../api/client.ts";
import type { ReviewedScore, Scoring, Tournament } from "../../../api/types.ts";
import { CodeBlock, CopyButton } from "../../../components/code.tsx";
import { Detail, Details, DetailsDrawer } from "../../../components/details.tsx";
import { GamerDetail } from "../../../components/entries.tsx";
import { Marked } from "../../../components/tables/marks.tsx";
import { Time } from "../../../components/values/time.tsx";
import { useEnvironment } from "../../../environment.ts";
import { refreshTournamentData } from "../queries.ts";
import { DecisionDialog, DecisionList } from "./decisions.tsx";

interface ScoreDrawerProps {
  scoring: Scoring;
  score: ReviewedScore;
  onClose: () => void;
}

export const ScoreDrawer = ({ scoring, score, onClose }: ScoreDrawerProps) => (
  <DetailsDrawer title="Score" onClose={onClose}>
    <Stack>
      <Facts scoring={scoring} score={score} />
      {score.metadata && (
        <CodeBlock code={JSON.stringify(score.metadata, null, 2)} label="Score metadata as JSON" />
      )}
      <DecisionList
        decisions={score.decisions}
        titleOf={({ decision }) => DECIDED[decision]}
        none={
          score.state === "held"
            ? "This score is held for review. The score counts only if you accept it."
            : "No decisions. The score counts as recorded."
        }
      />
    </Stack>
  </DetailsDrawer>
);

function Facts({ scoring, score }: Omit<ScoreDrawerProps, "onClose">) {
  const { id, gamerHandle, tieBreaks, attempt, state, createdAt } = score;
  return (
    <Details>
      <GamerDetail handle={gamerHandle} />
      <Detail name="Score">{score.score.toLocaleString()}</Detail>
      {scoring.tieBreaks.length > 0 && (
        <Detail name={tieBreaks.length === 1 ? "Tie-break" : "Tie-breaks"}>
          {tieBreaks.map((tieBreak) => tieBreak.toLocaleString()).join("; ")}
        </Detail>
      )}
      <Detail name="State">
        <ScoreMark state={state} />
      </Detail>
      {attempt !== null && (
        <Detail name="Attempt">
          <span style={{ overflowWrap: "anywhere" }}>{attempt}</span>
        </Detail>
      )}
      <Detail name="Recorded">
        <Time at={createdAt} />
      </Detail>
      <Detail name="ID">
        <span style={{ overflowWrap: "anywhere" }}>{id}</span>{" "}
        <CopyButton value={id} label="Copy score ID" />
      </Detail>
    </Details>
  );
}

interface ReviewProps {
  tournament: Tournament;
  scores: readonly ReviewedScore[];
  onDone: () => void;
  onClose: () => void;
}

const CHOICES = [
  { decision: "accept", label: "Accept", means: "The score counts." },
  {
    decision: "void",
    label: "Void",
    means: "The score does not count. The gamer gets the attempt back.",
  },
  { decision: "hold", label: "Hold", means: "The score does not count until you accept it." },
] as const satisfies { decision: Decision["decision"]; [key: string]: string }[];

export function Review({ tournament, scores, onDone, onClose }: ReviewProps) {
  const environment = useEnvironment();
  const [chosen, setChosen] = useState<(typeof CHOICES)[number]>(CHOICES[0]);
  return (
    <DecisionDialog
      title="Review scores"
      action={`${chosen.label} scores`}
      names={scores.map(({ gamerHandle, score }) => `${gamerHandle} ${score.toLocaleString()}`)}
      decide={(reason) => {
        const params = { path: { tournamentId: tournament.id } };
        const { decision } = chosen;
        const body = { scores: scores.map(({ id }) => id), decision, reason };
        return content(
          environment.api.PATCH("/tournament/{tournamentId}/review", { params, body }),
        );
      }}
      onDecided={() => {
        void refreshTournamentData(environment, tournament.id);
        onDone();
        onClose();
      }}
      onClose={onClose}
    >
      <Radio.Group
        label="Decision"
        value={chosen.decision}
        onChange={(value) =>
          setChosen(CHOICES.find(({ decision }) => decision === value) ?? CHOICES[0])
        }
      >
        <Stack gap="xs" mt="xs">
          {CHOICES.map(({ decision, label, means }) => (
            <Radio key={decision} value={decision} label={label} description={means} />
          ))}
        </Stack>
      </Radio.Group>
      <Text size="sm">The latest decision on a score applies. Ranks change immediately.</Text>
    </DecisionDialog>
  );
}

type ScoreState = ReviewedScore["state"];
export type Decision = ReviewedScore["decisions"][number];

export const SCORE_LABELS: Readonly<Record<ScoreState, { label: string; color: string }>> = {
  counted: { label: "Counted", color: "teal" },
  held: { label: "Held", color: "yellow" },
  void: { label: "Void", color: "gray" },
};

export const DECIDED: Readonly<Record<Decision["decision"], string>> = {
  accept: "Accepted",
  void: "Voided",
  hold: "Held",
};

export const ScoreMark = ({ state }: { state: ScoreState }) => (
  <Marked color={SCORE_LABELS[state].color}>{SCORE_LABELS[state].label}</Marked>
);
