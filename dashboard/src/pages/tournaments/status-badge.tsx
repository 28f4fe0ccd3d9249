import { Badge } from "@mantine/core";
import type { Tournament } from "../../api/types.ts";
import { useNow } from "../../components/values/time.tsx";
import { useEnvironment } from "../../environment.ts";
import { isUpcoming, STATUSES } from "./lifecycle.ts";

interface StatusBadgeProps {
  tournament: Pick<Tournament, "status" | "startTime">;
  now: number;
}

export function StatusBadge({ tournament, now }: StatusBadgeProps) {
  const { label, color } = STATUSES[tournament.status];
  const isEarly = isUpcoming(tournament, now);
  return (
    <Badge color={isEarly ? "blue" : color} miw="max-content">
      {isEarly ? "Not started" : label}
    </Badge>
  );
}

// Nothing else may update the page when a start or an end passes.
const EVERY_MS = 5_000;

export const useGameNow = (): number => useNow(EVERY_MS) + useEnvironment().aheadMs;
