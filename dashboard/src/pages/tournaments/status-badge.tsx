import type { Tournament } from "../../api/schema.d.ts";
import { StateBadge, useNow } from "../../components/values.tsx";
import { useEnvironment } from "../../environment.ts";
import { isUpcoming } from "./lifecycle.ts";

type StatusBadgeProps = { tournament: Pick<Tournament, "status" | "startTime"> };

export const StatusBadge = ({ tournament }: StatusBadgeProps) =>
  isUpcoming(tournament, useGameNow()) ? (
    <StateBadge state="not_started" color="blue" />
  ) : (
    <StateBadge state={tournament.status} />
  );

// The page must notice a start or an end without other updates.
const EVERY_MS = 5_000;

export const useGameNow = (): number => useNow(EVERY_MS) + useEnvironment().aheadMs;
