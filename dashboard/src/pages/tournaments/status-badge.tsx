import { Badge } from "@mantine/core";
import { STATUSES, type Status } from "./statuses.ts";

/** A tournament's status. */
export const StatusBadge = ({ status }: { status: Status }) => {
  const { label, color } = STATUSES[status];
  return (
    <Badge color={color} miw="max-content">
      {label}
    </Badge>
  );
};
