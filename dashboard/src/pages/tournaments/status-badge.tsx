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

// Nothing else may update the page when a start or an end passes.
const EVERY_MS = 5_000;

export const useGameNow = (): number => useNow(EVERY_MS) + useEnvironment().aheadMs;
