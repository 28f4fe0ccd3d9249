import { Badge } from "@mantine/core";
import type { Tournament } from "../../api/types.ts";
import { isUpcoming } from "./ending.ts";
import { STATUSES } from "./statuses.ts";

interface StatusBadgeProps {
  tournament: Pick<Tournament, "status" | "startTime">;
  /** What the environment's clock shows. */
  now: number;
}

/** A tournament's status; of a published one also that play has not started. */
export function StatusBadge({ tournament, now }: StatusBadgeProps) {
  const { label, color } = STATUSES[tournament.status];
  const isEarly = isUpcoming(tournament, now);
  return (
    <Badge color={isEarly ? "blue" : color} miw="max-content">
      {isEarly ? "Not started" : label}
    </Badge>
  );
}
