import { Alert, Loader, Stack, Text } from "@mantine/core";
import { useMemo } from "react";
import type { StatementLine, Tournament } from "../../../../api/types.ts";
import { IconCoins } from "../../../../components/icons.ts";
import { EmptyState } from "../../../../components/page/empty-state.tsx";
import { formatPercent } from "../../../../components/values/percent.ts";
import { QueryView } from "../../../../components/page/query-view.tsx";
import { Section } from "../../../../components/page/section.tsx";
import { ordinal, percentagesOf } from "../../terms/split.ts";
import { Equation } from "./equation.tsx";
import { flowOf } from "./flow.ts";
import { MoneyFlow } from "./money-flow.tsx";
import { useStatement } from "./reads.ts";
import { Statement } from "./statement.tsx";

/** All that moved through a tournament's prize pool, and where it went. */
export function MoneyTab({ tournament }: { tournament: Tournament }) {
  const statement = useStatement(tournament);
  return (
    <QueryView query={{ ...statement.query, data: statement.lines }} lines={6}>
      {(lines) =>
        lines.length === 0 ? (
          <NothingMoved tournament={tournament} />
        ) : (
          <Stack gap="lg">
            <Whole
              tournament={tournament}
              lines={lines}
              isWhole={statement.isWhole}
              isReading={statement.isReading}
            />
            <Statement
              tournament={tournament}
              lines={lines}
              pages={statement.pages ?? []}
              isWhole={statement.isWhole}
            />
          </Stack>
        )
      }
    </QueryView>
  );
}

interface WholeProps {
  tournament: Tournament;
  lines: readonly StatementLine[];
  isWhole: boolean;
  isReading: boolean;
}

/** What can only be said when no line is missing. */
function Whole({ tournament, lines, isWhole, isReading }: WholeProps) {
  const flow = useMemo(() => flowOf(lines), [lines]);
  if (isReading)
    return (
      <Text size="sm" c="dimmed" component="div" role="status">
        <Loader size={14} mr="xs" /> {lines.length.toLocaleString()} transactions loaded
      </Text>
    );
  if (!isWhole)
    return (
      <Alert variant="default">
        This statement is too long for a browser. To read the whole statement, call{" "}
        <code>GET /tournament/{"{id}"}/statement</code>.
      </Alert>
    );
  return (
    <Section title="Money flow" description="The diagram is calculated from the statement below.">
      <Equation flow={flow} />
      <MoneyFlow tournament={tournament} flow={flow} />
    </Section>
  );
}

function NothingMoved({ tournament: { prizeSplit, entryFee } }: { tournament: Tournament }) {
  const split =
    prizeSplit.length <= 1
      ? "The winner gets the rest."
      : `The rest is paid by rank: ${percentagesOf(prizeSplit)
          .slice(0, 3)
          .map((part, index) => `${ordinal(index + 1)} ${formatPercent(part)}`)
          .join(", ")}${prizeSplit.length > 3 ? ", and so on" : ""}.`;
  return (
    <EmptyState icon={<IconCoins size={28} />} title="No transactions yet">
      {entryFee === 0
        ? "Entries are free, so this tournament has no prize pool."
        : `Each entry fee goes into the prize pool. When the tournament ends, the platform fee is deducted. ${split}`}
    </EmptyState>
  );
}
