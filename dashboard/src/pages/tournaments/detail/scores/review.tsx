import { Radio, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { content } from "../../../../api/content.ts";
import type { ReviewedScore, Tournament } from "../../../../api/types.ts";
import { useEnvironment } from "../../../../environment.ts";
import { tournamentChanged } from "../../reads.ts";
import { DecisionDialog } from "../decision-dialog.tsx";
import type { Decision } from "./states.tsx";

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

/** Decides on attempts together, after asking what and why. */
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
        void tournamentChanged(environment, tournament.id);
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
