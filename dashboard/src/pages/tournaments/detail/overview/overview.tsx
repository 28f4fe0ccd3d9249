import { Grid, Paper, Skeleton, Text } from "@mantine/core";
import { lazy, Suspense, useMemo } from "react";
import type { Entry, Tournament } from "../../../../api/types.ts";
import { ErrorBoundary } from "../../../../components/error-boundary.tsx";
import { isFinal } from "../../statuses.ts";
import { useEntries } from "../entries/reads.ts";
import { TournamentFigures } from "./tournament-figures.tsx";
import { Terms } from "./terms.tsx";
import { timelineOf } from "./timeline.ts";

const TimelineChart = lazy(async () => ({
  default: (await import("./timeline-chart.tsx")).TimelineChart,
}));

/** A tournament's figures, how they came to be, and its terms. */
export function Overview({ tournament }: { tournament: Tournament }) {
  const { entries, isWhole } = useEntries(tournament);
  const hasChart = tournament.status !== "pending" && entries !== undefined && entries.length > 0;
  return (
    <>
      <TournamentFigures
        tournament={tournament}
        entries={isWhole || tournament.status === "pending" ? (entries ?? []) : undefined}
      />
      <Grid>
        {hasChart && (
          <Grid.Col span={{ base: 12, md: 8 }}>
            <Timeline tournament={tournament} entries={entries} isWhole={isWhole} />
          </Grid.Col>
        )}
        <Grid.Col span={{ base: 12, md: hasChart ? 4 : 12 }}>
          <Terms tournament={tournament} isWide={!hasChart} />
        </Grid.Col>
      </Grid>
    </>
  );
}

interface TimelineProps {
  tournament: Tournament;
  entries: readonly Entry[];
  isWhole: boolean;
}

function Timeline({ tournament, entries, isWhole }: TimelineProps) {
  const { entryFee, currency, status, endTime, updatedAt } = tournament;
  const timeline = useMemo(() => {
    const end = isFinal(status) ? updatedAt : endTime;
    const now = Math.min(Date.now(), Date.parse(end));
    return timelineOf(entries, entryFee, now);
  }, [entries, entryFee, status, endTime, updatedAt]);
  const cannot = (
    <Text size="sm" c="dimmed">
      This browser cannot draw the chart.
    </Text>
  );
  return (
    <Paper withBorder radius="lg" p="md" h="100%">
      {isWhole ? (
        <ErrorBoundary fallback={cannot}>
          <Suspense fallback={<Skeleton height={240} />}>
            <TimelineChart
              timeline={timeline}
              currency={currency}
              isFree={entryFee === 0}
              isOver={isFinal(status)}
            />
          </Suspense>
        </ErrorBoundary>
      ) : (
        <Skeleton height={240} aria-label="Reading the entries" />
      )}
    </Paper>
  );
}
