import { Button, Modal, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation } from "@tanstack/react-query";
import type { Tournament } from "../../../../api/types.ts";
import { ProblemCard } from "../../../../components/page/problem-card.tsx";
import { FormButtons } from "../../../../components/forms/form-buttons.tsx";
import { useEnvironment } from "../../../../environment.ts";
import { tournamentChanged } from "../../reads.ts";

interface PublishProps {
  tournament: Tournament;
  onClose: () => void;
}

/** Publishes a tournament, after asking. */
export function Publish({ tournament: { id, name }, onClose }: PublishProps) {
  const environment = useEnvironment();
  const params = { path: { tournamentId: id } };
  const mutation = useMutation({
    mutationFn: () =>
      environment.api.PATCH("/tournament/{tournamentId}/publish", { params, body: {} }),
    onSuccess: () => {
      void tournamentChanged(environment, id);
      notifications.show({ message: `${name} was published.` });
      onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title="Publish the tournament">
      <Stack>
        {mutation.isError && <ProblemCard error={mutation.error} />}
        <Text size="sm">
          After you publish <b>{name}</b>, gamers can join and you can no longer change the terms.
        </Text>
        <FormButtons back="Back" onBack={onClose}>
          <Button data-autofocus loading={mutation.isPending} onClick={() => mutation.mutate()}>
            Publish tournament
          </Button>
        </FormButtons>
      </Stack>
    </Modal>
  );
}
