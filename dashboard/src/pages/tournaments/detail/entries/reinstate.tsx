import { Text } from "@mantine/core";
import { content } from "../../../../api/content.ts";
import { useEnvironment } from "../../../../environment.ts";
import { tournamentChanged } from "../../reads.ts";
import { DecisionDialog } from "../decision-dialog.tsx";
import type { EntriesDialogProps } from "./dialog.ts";

/** Takes back disqualifications, or the latest elimination, after asking. */
export function Reinstate({ tournament, handles, onDone, onClose }: EntriesDialogProps) {
  const environment = useEnvironment();
  return (
    <DecisionDialog
      title="Reinstate gamers"
      action="Reinstate gamers"
      names={handles}
      decide={(reason) => {
        const params = { path: { tournamentId: tournament.id } };
        const body = { gamers: [...handles], reason };
        return content(
          environment.api.PATCH("/tournament/{tournamentId}/reinstate", { params, body }),
        );
      }}
      onDecided={() => {
        void tournamentChanged(environment, tournament.id);
        onDone();
        onClose();
      }}
      onClose={onClose}
    >
      <Text size="sm">
        Disqualified gamers return with the score or elimination that they had before. You can
        reinstate eliminated gamers only if no other gamer was eliminated later.
      </Text>
    </DecisionDialog>
  );
}
