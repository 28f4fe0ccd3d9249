import { Badge } from "@mantine/core";
import type { Tournament } from "../../api/types.ts";
import { useNow } from "../../components/values/time.tsx";
import { useEnvironment } from "../../environment.ts";
import { isUpcoming, STATUSES } from "./lifecycle.ts";

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

// Nothing else on a page may change for long, while what it says of a start or an end comes true.
const EVERY_MS = 5_000;

/** What the environment's clock shows, told anew as time goes by. */
export const useGameNow = (): number => useNow(EVERY_MS) + useEnvironment().aheadMs;
