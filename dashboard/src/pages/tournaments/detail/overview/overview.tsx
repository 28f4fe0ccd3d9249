import { Grid, Paper, Skeleton, Text } from "@mantine/core";
import { lazy, Suspense, useMemo } from "react";
import type { TimelinePoint, Tournament } from "../../../../api/types.ts";
import { ErrorBoundary } from "../../../../components/page/error-boundary.tsx";
import { Metadata } from "../../../../components/details/metadata.tsx";
import { useEnvironment } from "../../../../environment.ts";
import { isFinal } from "../../statuses.ts";
import { ScoringTerms } from "./scoring-terms.tsx";
import { TournamentFigures } from "./tournament-figures.tsx";
import { Terms } from "./terms.tsx";
import { useTimeline } from "./reads.ts";
import { withBeginning } from "./timeline.ts";

const TimelineChart = lazy(async () => ({
  default: (await import("./timeline-chart.tsx")).TimelineChart,
}));

/** A tournament's figures, how they came to be, and its terms. */
export function Overview({ tournament }: { tournament: Tournament }) {
  const timeline = useTimeline(tournament).data;
  const hasChart = timeline !== undefined && timeline.length > 0;
  return (
    <>
      <TournamentFigures tournament={tournament} timeline={timeline} />
      <Grid>
        {hasChart && (
          <Grid.Col span={{ base: 12, lg: 8 }}>
            <Timeline tournament={tournament} timeline={timeline} />
          </Grid.Col>
        )}
        <Grid.Col span={{ base: 12, lg: hasChart ? 4 : 12 }}>
          <Terms tournament={tournament} />
        </Grid.Col>
        {tournament.metadata && (
          <Grid.Col span={12}>
            <Metadata metadata={tournament.metadata} />
          </Grid.Col>
        )}
      </Grid>
      {tournament.scoring && <ScoringTerms scoring={tournament.scoring} />}
    </>
  );
}

interface TimelineProps {
  tournament: Tournament;
  timeline: readonly TimelinePoint[];
}

function Timeline({ tournament: { entryFee, status }, timeline }: TimelineProps) {
  const currency = useEnvironment().game;
  const points = useMemo(() => withBeginning(timeline), [timeline]);
  const cannot = (
    <Text size="sm" c="dimmed">
      Your browser cannot display the chart.
    </Text>
  );
  return (
    <Paper withBorder radius="lg" p="md" h="100%">
      <ErrorBoundary fallback={cannot}>
        <Suspense fallback={<Skeleton height={240} />}>
          <TimelineChart
            timeline={points}
            currency={currency}
            isFree={entryFee === 0}
            isOver={isFinal(status)}
          />
        </Suspense>
      </ErrorBoundary>
    </Paper>
  );
}
