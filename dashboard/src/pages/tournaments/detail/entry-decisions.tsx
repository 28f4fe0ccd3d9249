import { Button, Modal, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { content } from "../../../api/client.ts";
import type { Entry, Tournament } from "../../../api/types.ts";
import { ActionDialog } from "../../../components/forms/submit.tsx";
import { useEnvironment } from "../../../environment.ts";
import { refreshTournamentData } from "../queries.ts";
import { BulkAction, DecisionDialog, MAX_AT_ONCE, NameList } from "./decisions.tsx";
import { WouldBePaid } from "./payouts.tsx";
import { usePreview } from "./queries.ts";

interface DecisionsProps {
  tournament: Tournament;
  chosen: readonly Entry[];
  onDone: () => void;
}

const DECISIONS = [
  { label: "Eliminate", color: "red", takes: ["in"], Dialog: Eliminate },
  { label: "Disqualify", color: "red", takes: ["in", "eliminated"], Dialog: Disqualify },
  { label: "Reinstate", color: "teal", takes: ["eliminated", "disqualified"], Dialog: Reinstate },
] as const satisfies { takes: Entry["state"][]; [key: string]: unknown }[];

export const Decisions = ({ tournament, chosen, onDone }: DecisionsProps) =>
  DECISIONS.map(({ label, color, takes, Dialog }) => (
    <BulkAction
      key={label}
      label={label}
      noun="gamer"
      color={color}
      chosen={chosen.filter(({ state }) => takes.some((taken) => taken === state))}
      dialog={(taken, close) => (
        <Dialog
          tournament={tournament}
          handles={taken.map(({ gamerHandle }) => gamerHandle)}
          onDone={onDone}
          onClose={close}
        />
      )}
    />
  ));

interface EntriesDialogProps {
  tournament: Tournament;
  handles: readonly string[];
  onDone: () => void;
  onClose: () => void;
}

function Eliminate({ tournament, handles, onDone, onClose }: EntriesDialogProps) {
  const environment = useEnvironment();
  const mutation = useMutation({
    mutationFn: () => {
      const params = { path: { tournamentId: tournament.id } };
      const body = { gamers: [...handles] };
      return content(
        environment.api.PATCH("/tournament/{tournamentId}/eliminate", { params, body }),
      );
    },
    onSuccess: () => {
      void refreshTournamentData(environment, tournament.id);
      onDone();
      onClose();
    },
  });
  return (
    <ActionDialog
      title="Eliminate gamers"
      mutation={mutation}
      back="Back"
      action="Eliminate gamers"
      button={{ color: "red", disabled: handles.length > MAX_AT_ONCE }}
      onClose={onClose}
    >
      <Text size="sm">
        These gamers leave the tournament together and share a rank. You can reinstate these gamers
        until another gamer is eliminated.
      </Text>
      <NameList names={handles} />
    </ActionDialog>
  );
}

function Disqualify({ tournament, handles, onDone, onClose }: EntriesDialogProps) {
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
        void refreshTournamentData(environment, tournament.id);
        // An older read may not include the decision.
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

function Reinstate({ tournament, handles, onDone, onClose }: EntriesDialogProps) {
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
        void refreshTournamentData(environment, tournament.id);
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
