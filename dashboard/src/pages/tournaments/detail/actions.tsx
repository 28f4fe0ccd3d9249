import { ActionIcon, Button, Menu, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { Tournament } from "../../../api/types.ts";
import { ConfirmByName } from "../../../components/forms/confirm.tsx";
import { ActionDialog } from "../../../components/forms/submit.tsx";
import { IconBan, IconDots, IconFlag, IconPencil } from "../../../components/icons.ts";
import { gameNow, may, pathIn, useEnvironment } from "../../../environment.ts";
import { refreshTournamentData } from "../queries.ts";
import { Complete } from "./complete.tsx";

export function Actions({ tournament }: { tournament: Tournament }) {
  const environment = useEnvironment();
  const [open, setOpen] = useState<"publish" | "complete" | "cancel">();
  const { id, status, startTime } = tournament;
  if (!may(environment, "tournaments:write")) return null;
  if (status !== "pending" && status !== "published") return null;
  const isPending = status === "pending";
  const canEdit = isPending && Date.parse(startTime) > gameNow(environment);
  const dialog = { tournament, onClose: () => setOpen(undefined) };
  return (
    <>
      {isPending ? (
        <Button onClick={() => setOpen("publish")}>Publish tournament</Button>
      ) : (
        <Button
          variant="default"
          leftSection={<IconFlag size={16} />}
          onClick={() => setOpen("complete")}
        >
          End tournament
        </Button>
      )}
      <Menu position="bottom-end" width={200}>
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label="More actions">
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {canEdit && (
            <Menu.Item
              component={Link}
              to={pathIn(environment, `tournaments/${id}/edit`)}
              leftSection={<IconPencil size={16} />}
            >
              Edit terms
            </Menu.Item>
          )}
          <Menu.Item
            color="red"
            leftSection={<IconBan size={16} />}
            onClick={() => setOpen("cancel")}
          >
            Cancel tournament
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {open === "publish" && <Publish {...dialog} />}
      {open === "complete" && <Complete {...dialog} />}
      {open === "cancel" && <Cancel {...dialog} />}
    </>
  );
}

interface PublishProps {
  tournament: Tournament;
  onClose: () => void;
}

function Publish({ tournament: { id, name }, onClose }: PublishProps) {
  const environment = useEnvironment();
  const params = { path: { tournamentId: id } };
  const mutation = useMutation({
    mutationFn: () =>
      environment.api.PATCH("/tournament/{tournamentId}/publish", { params, body: {} }),
    onSuccess: () => {
      void refreshTournamentData(environment, id);
      notifications.show({ message: `${name} was published.` });
      onClose();
    },
  });
  return (
    <ActionDialog
      title="Publish the tournament"
      mutation={mutation}
      back="Back"
      action="Publish tournament"
      button={{ "data-autofocus": true }}
      onClose={onClose}
    >
      <Text size="sm">
        After you publish <b>{name}</b>, gamers can join and you can no longer change the terms.
      </Text>
    </ActionDialog>
  );
}

interface CancelProps {
  tournament: Tournament;
  onClose: () => void;
}

function Cancel({ tournament: { id, name }, onClose }: CancelProps) {
  const environment = useEnvironment();
  const params = { path: { tournamentId: id } };
  return (
    <ConfirmByName
      title="Cancel the tournament"
      name={name}
      action="Cancel tournament"
      act={() => environment.api.PATCH("/tournament/{tournamentId}/cancel", { params, body: {} })}
      onDone={() => {
        void refreshTournamentData(environment, id);
        notifications.show({ message: `${name} was cancelled.` });
        onClose();
      }}
      onClose={onClose}
    >
      Every entry fee is refunded. You cannot undo this.
    </ConfirmByName>
  );
}
