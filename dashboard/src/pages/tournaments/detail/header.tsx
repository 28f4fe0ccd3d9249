import { Group, Text } from "@mantine/core";
import type { Tournament } from "../../../api/types.ts";
import { CopyButton } from "../../../components/code/copy-button.tsx";
import { LiveMark } from "../../../components/page/live-mark.tsx";
import { PageHeader } from "../../../components/page/page-header.tsx";
import { pathIn, useEnvironment } from "../../../environment.ts";
import { useGameNow } from "../game-now.ts";
import { StatusBadge } from "../status-badge.tsx";
import { isUnchanging } from "../settling.ts";
import { Actions } from "./actions/actions.tsx";

/** Names a tournament, says whether its figures are live, and holds what can be done with it. */
export function TournamentHeader({ tournament }: { tournament: Tournament }) {
  const environment = useEnvironment();
  const { id, name, description } = tournament;
  const now = useGameNow();
  return (
    <PageHeader
      title={name}
      above={{ label: "Tournaments", to: pathIn(environment, "tournaments") }}
      mark={
        <Group gap="sm">
          <StatusBadge tournament={tournament} now={now} />
          {!isUnchanging(tournament) && <LiveMark />}
        </Group>
      }
      description={
        <>
          {description && <div style={{ whiteSpace: "pre-wrap" }}>{description}</div>}
          <Group gap={4} wrap="nowrap">
            <Text ff="monospace" size="xs" truncate>
              {id}
            </Text>
            <CopyButton value={id} label="Copy tournament ID" />
          </Group>
        </>
      }
      actions={<Actions tournament={tournament} />}
    />
  );
}
