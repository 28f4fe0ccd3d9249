import { Card, Group, Stack, Text } from "@mantine/core";
import type { EntryDecision } from "../../../api/types.ts";
import { useActors } from "../../../components/events/actors.ts";
import { Time } from "../../../components/values/time.tsx";
import { useEnvironment } from "../../../environment.ts";

// The API tells no more: where it tells as many, there may have been others before.
const MOST_DECISIONS = 10;

interface DecisionListProps<D> {
  /** Oldest first, as the API tells them. */
  decisions: readonly D[];
  titleOf: (decision: D) => string;
  /** What is said where nothing was decided; without it nothing is shown then. */
  none?: string;
}

/** What was decided on something, the newest first: who decided what, when and why. */
export function DecisionList<D extends Pick<EntryDecision, "reason" | "actor" | "decidedAt">>({
  decisions,
  titleOf,
  none,
}: DecisionListProps<D>) {
  const actorName = useActors(useEnvironment());
  if (decisions.length === 0 && none === undefined) return null;
  return (
    <Stack gap="xs">
      <Text size="sm" fw={600}>
        {decisions.length < MOST_DECISIONS ? "Decisions" : "Latest ten decisions"}, newest first
      </Text>
      {decisions.length === 0 && (
        <Text size="sm" c="dimmed">
          {none}
        </Text>
      )}
      {decisions.toReversed().map((decision) => (
        <Card
          key={`${decision.decidedAt} ${titleOf(decision)}`}
          component="section"
          withBorder
          padding="sm"
        >
          <Group justify="space-between" gap="xs">
            <Text size="sm" fw={550}>
              {titleOf(decision)}
            </Text>
            <Text size="xs" c="dimmed" component="div">
              {actorName(decision.actor)}, <Time at={decision.decidedAt} />
            </Text>
          </Group>
          <Text size="sm" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
            {decision.reason}
          </Text>
        </Card>
      ))}
    </Stack>
  );
}
