import { notifications } from "@mantine/notifications";
import type { Tournament } from "../../../../api/types.ts";
import { ConfirmByName } from "../../../../components/forms/confirm-by-name.tsx";
import { useEnvironment } from "../../../../environment.ts";
import { tournamentChanged } from "../../reads.ts";

interface CancelProps {
  tournament: Tournament;
  onClose: () => void;
}

/** Cancels a tournament, once its name was typed. */
export function Cancel({ tournament: { id, name }, onClose }: CancelProps) {
  const environment = useEnvironment();
  const params = { path: { tournamentId: id } };
  return (
    <ConfirmByName
      title="Cancel the tournament"
      name={name}
      action="Cancel tournament"
      act={() => environment.api.PATCH("/tournament/{tournamentId}/cancel", { params, body: {} })}
      onDone={() => {
        void tournamentChanged(environment, id);
        notifications.show({ message: `${name} was cancelled.` });
        onClose();
      }}
      onClose={onClose}
    >
      Every entry fee is refunded. You cannot undo this.
    </ConfirmByName>
  );
}
