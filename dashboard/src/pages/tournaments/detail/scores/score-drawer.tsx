import { Stack } from "@mantine/core";
import type { ReviewedScore, Scoring } from "../../../../api/types.ts";
import { CodeBlock } from "../../../../components/code/code-block.tsx";
import { CopyButton } from "../../../../components/code/copy-button.tsx";
import { DetailsDrawer } from "../../../../components/details/details-drawer.tsx";
import { Detail, Details } from "../../../../components/details/details.tsx";
import { Time } from "../../../../components/values/time.tsx";
import { DecisionList } from "../decision-list.tsx";
import { GamerDetail } from "../gamer-detail.tsx";
import { DECIDED, ScoreMark } from "./states.tsx";

interface ScoreDrawerProps {
  scoring: Scoring;
  score: ReviewedScore;
  onClose: () => void;
}

/** One attempt: what it scored, what the game says of it, and every decision on it. */
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
