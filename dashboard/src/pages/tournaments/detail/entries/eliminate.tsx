import { Button, Modal, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { content } from "../../../../api/content.ts";
import { ProblemCard } from "../../../../components/page/problem-card.tsx";
import { FormButtons } from "../../../../components/forms/form-buttons.tsx";
import { useEnvironment } from "../../../../environment.ts";
import { tournamentChanged } from "../../reads.ts";
import { MOST_AT_ONCE, NameList } from "../name-list.tsx";
import type { EntriesDialogProps } from "./dialog.ts";

/** Eliminates gamers together, after asking. */
export function Eliminate({ tournament, handles, onDone, onClose }: EntriesDialogProps) {
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
      onDone();
      onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title="Eliminate gamers">
      <Stack>
        {mutation.isError && <ProblemCard error={mutation.error} />}
        <Text size="sm">
          These gamers leave the tournament together and share a rank. You can reinstate these
          gamers until another gamer is eliminated.
        </Text>
        <NameList names={handles} />
        <FormButtons back="Back" onBack={onClose}>
          <Button
            color="red"
            disabled={handles.length > MOST_AT_ONCE}
            loading={mutation.isPending}
            onClick={() => mutation.mutate()}
          >
            Eliminate gamers
          </Button>
        </FormButtons>
      </Stack>
    </Modal>
  );
}
