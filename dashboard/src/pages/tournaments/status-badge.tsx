import { Badge } from "@mantine/core";
import type { Tournament } from "../../api/schema.d.ts";
import { useNow } from "../../components/values.tsx";
import { useEnvironment } from "../../environment.ts";
import { isUpcoming, STATUSES } from "./lifecycle.ts";

export function StatusBadge({
  tournament,
}: {
  tournament: Pick<Tournament, "status" | "startTime">;
}) {
  const { label, color } = STATUSES[tournament.status];
  const isEarly = isUpcoming(tournament, useGameNow());
  return (
    <Badge color={isEarly ? "blue" : color} miw="max-content">
      {isEarly ? "Not started" : label}
    </Badge>
  );
}

// Nothing else may update the page when a start or an end passes.
const EVERY_MS = 5_000;

export const useGameNow = (): number => useNow(EVERY_MS) + useEnvironment().aheadMs;
