import { Button, Modal, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { content } from "../../../../api/content.ts";
import type { Tournament } from "../../../../api/types.ts";
import { ProblemCard } from "../../../../components/problem-card.tsx";
import { WayOut } from "../../../../components/way-out.tsx";
import { useEnvironment } from "../../../../layout/environment.ts";
import { tournamentChanged } from "../../reads.ts";

interface EliminateProps {
  tournament: Tournament;
  handles: readonly string[];
  onDone: () => void;
}

// The API takes as many in one call.
const MOST = 1_000;
const MOST_NAMED = 12;

/** Eliminates the chosen gamers together, after asking. */
export function Eliminate({ tournament, handles, onDone }: EliminateProps) {
  const [isOpen, setOpen] = useState(false);
  if (handles.length === 0) return null;
  return (
    <>
      <Button size="xs" color="red" variant="light" onClick={() => setOpen(true)}>
        Eliminate {handles.length.toLocaleString()}
      </Button>
      {isOpen && (
        <EliminateDialog
          tournament={tournament}
          handles={handles}
          onDone={onDone}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

function EliminateDialog(props: EliminateProps & { onClose: () => void }) {
  const { tournament, handles, onDone, onClose } = props;
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
      void tournamentChanged(environment, tournament.id);
      onClose();
      onDone();
    },
  });
  const rest = handles.length - MOST_NAMED;
  return (
    <Modal opened onClose={onClose} title="Eliminate gamers">
      <Stack>
        {mutation.isError && <ProblemCard error={mutation.error} />}
        <Text size="sm">They leave together and share a rank. This cannot be taken back.</Text>
        <Text size="sm" fw={550} style={{ overflowWrap: "anywhere" }}>
          {handles.slice(0, MOST_NAMED).join(", ")}
          {rest > 0 && ` and ${rest.toLocaleString()} more`}
        </Text>
        {handles.length > MOST && (
          <Text size="sm" c="red">
            No more than {MOST.toLocaleString()} can leave at once.
          </Text>
        )}
        <WayOut back="Back" onBack={onClose}>
          <Button
            color="red"
            disabled={handles.length > MOST}
            loading={mutation.isPending}
            onClick={() => mutation.mutate()}
          >
            Eliminate
          </Button>
        </WayOut>
      </Stack>
    </Modal>
  );
}
