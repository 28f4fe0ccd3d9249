import { Alert, Text } from "@mantine/core";
import type { Tournament } from "../../../../api/types.ts";
import { IconAlertTriangle } from "../../../../components/icons.ts";
import { RouteAnchor } from "../../../../components/page/route-link.tsx";
import { pathIn, useEnvironment } from "../../../../environment.ts";
import { useHeld } from "../scores/reads.ts";

interface HeldScoresProps {
  tournament: Tournament;
  /** Called when somebody goes to look at them. */
  onLeave: () => void;
}

function sentence(held: string): string {
  if (held === "1") return "1 score is held for review";
  return `${held === "some" ? "Some" : held} scores are held for review`;
}

/** Warns of scores that wait for a review and will not count without one; nothing where none does. */
export function HeldScores({ tournament, onLeave }: HeldScoresProps) {
  const environment = useEnvironment();
  const held = useHeld(tournament);
  if (held === undefined) return null;
  return (
    <Alert color="yellow" icon={<IconAlertTriangle size={18} />} title={sentence(held)}>
      <Text size="sm">
        A held score counts only if you accept it before the end.{" "}
        <RouteAnchor
          to={pathIn(environment, `tournaments/${tournament.id}`)}
          search={{ tab: "scores", state: "held" }}
          resetScroll={false}
          size="sm"
          c="inherit"
          underline="always"
          onClick={onLeave}
        >
          Review held scores
        </RouteAnchor>
      </Text>
    </Alert>
  );
}
