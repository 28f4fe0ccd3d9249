import { Button, Modal, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { content } from "../../../../api/content.ts";
import { useEnvironment } from "../../../../environment.ts";
import { tournamentChanged } from "../../reads.ts";
import { DecisionDialog } from "../decision-dialog.tsx";
import { WouldBePaid } from "../settlement/would-be-paid.tsx";
import { usePreview } from "../settlement/reads.ts";
import type { EntriesDialogProps } from "./dialog.ts";

/** Takes gamers out of the ranking, after showing who would be paid now; shows it again after it. */
export function Disqualify({ tournament, handles, onDone, onClose }: EntriesDialogProps) {
  const environment = useEnvironment();
  const preview = usePreview(tournament.id);
  const [isDone, setDone] = useState(false);
  if (isDone)
    return (
      <Modal opened onClose={onClose} title="Gamers disqualified" size="lg">
        <Stack>
          <Text size="sm">
            Disqualified gamers leave the ranking. Payouts if the tournament ended now:
          </Text>
          <WouldBePaid query={preview} handles={handles} />
          <Button ml="auto" onClick={onClose}>
            Done
          </Button>
        </Stack>
      </Modal>
    );
  return (
    <DecisionDialog
      title="Disqualify gamers"
      action="Disqualify gamers"
      color="red"
      names={handles}
      decide={async (reason) => {
        const params = { path: { tournamentId: tournament.id } };
        const body = { gamers: [...handles], reason };
        const path = "/tournament/{tournamentId}/disqualify";
        await content(environment.api.PATCH(path, { params, body }));
        void tournamentChanged(environment, tournament.id);
        // The read that has just begun: an older one may not know of it.
        await preview.refetch({ cancelRefetch: false });
      }}
      onDecided={() => {
        onDone();
        setDone(true);
      }}
      onClose={onClose}
    >
      <Text size="sm">
        Disqualified gamers lose their rank and win no prize. Lower-ranked gamers move up. The seats
        and entry fees of disqualified gamers stay in the tournament. You can reinstate disqualified
        gamers until the tournament ends.
      </Text>
      <Text size="sm">Payouts if the tournament ended now, without this decision:</Text>
      <WouldBePaid query={preview} handles={handles} />
    </DecisionDialog>
  );
}
