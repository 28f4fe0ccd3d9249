import { Button, Modal, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { Tournament } from "../../../../api/types.ts";
import { ProblemCard } from "../../../../components/page/problem-card.tsx";
import { FormButtons } from "../../../../components/forms/form-buttons.tsx";
import { useEnvironment } from "../../../../environment.ts";
import { tournamentChanged } from "../../reads.ts";
import { usePreview } from "../settlement/reads.ts";
import { HeldScores } from "./held-scores.tsx";
import { PayoutForecast } from "./payout-forecast.tsx";
import { ranksOf, type Placement } from "./placements.ts";
import { Placing } from "./placing.tsx";

interface CompleteProps {
  tournament: Tournament;
  onClose: () => void;
}

const BY_HAND =
  "Rank the gamers who are still in the tournament, best first. Gamers that you leave out share the next rank.";
const BY_SCORES =
  "The leaderboard determines the ranks. Held scores do not count. Gamers that you rank yourself come before all others.";

/** Ends a tournament now, with final ranks for as many gamers as somebody wants to place. */
export function Complete({ tournament, onClose }: CompleteProps) {
  const environment = useEnvironment();
  const { id, name } = tournament;
  const [placements, setPlacements] = useState<Placement[]>([]);
  const mutation = useMutation({
    mutationFn: () => {
      const params = { path: { tournamentId: id } };
      const body = placements.length === 0 ? {} : { ranks: ranksOf(placements) };
      return environment.api.PATCH("/tournament/{tournamentId}/complete", { params, body });
    },
    onSuccess: () => {
      void tournamentChanged(environment, id);
      notifications.show({ message: `${name} has ended and is being settled.` });
      onClose();
    },
  });
  // One that ends has no preview any more.
  const preview = usePreview(id, !mutation.isPending && !mutation.isSuccess);
  return (
    <Modal opened onClose={onClose} title="End the tournament" size="lg">
      <Stack>
        {mutation.isError && <ProblemCard error={mutation.error} />}
        <Text size="sm">
          Registration closes and the prize pool is paid out.{" "}
          {tournament.scoring ? BY_SCORES : BY_HAND} You cannot undo this.
        </Text>
        <HeldScores tournament={tournament} onLeave={onClose} />
        <Placing tournament={tournament} placements={placements} onPlacements={setPlacements} />
        <PayoutForecast tournament={tournament} query={preview} isPlaced={placements.length > 0} />
        <FormButtons back="Back" onBack={onClose}>
          <Button
            color="red"
            // Nobody ends what they were not told the payouts of.
            disabled={preview.isPending}
            loading={mutation.isPending}
            onClick={() => mutation.mutate()}
          >
            {actionOf(tournament, placements)}
          </Button>
        </FormButtons>
      </Stack>
    </Modal>
  );
}

function actionOf({ scoring }: Tournament, placements: readonly Placement[]): string {
  if (placements.length > 0) return "End with these ranks";
  return scoring ? "End by scores" : "End without ranks";
}
