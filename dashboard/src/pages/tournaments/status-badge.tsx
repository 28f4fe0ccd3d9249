import { Badge } from "@mantine/core";
import type { Tournament } from "../../api/types.ts";
import { gameNow, useEnvironment } from "../../environment.ts";
import { isUpcoming } from "./ending.ts";
import { STATUSES } from "./statuses.ts";

/** A tournament's status; of a published one also that play has not started. */
export function StatusBadge(tournament: Pick<Tournament, "status" | "startTime">) {
  const { label, color } = STATUSES[tournament.status];
  const isEarly = isUpcoming(tournament, gameNow(useEnvironment()));
  return (
    <Badge color={isEarly ? "blue" : color} miw="max-content">
      {isEarly ? "Not started" : label}
    </Badge>
  );
}
