import { Grid, Paper, Skeleton, Text, Title } from "@mantine/core";
import { lazy, Suspense, useMemo } from "react";
import type { Scoring, TimelinePoint, Tournament } from "../../../api/types.ts";
import { Detail, Details, Metadata } from "../../../components/details.tsx";
import { ErrorBoundary } from "../../../components/page/query-view.tsx";
import { formatPercent } from "../../../components/values/amount.ts";
import { Time } from "../../../components/values/time.tsx";
import { useEnvironment } from "../../../environment.ts";
import { findEnd, isFinal } from "../lifecycle.ts";
import { useTimeline } from "../queries.ts";
import { entriesText, limitsText, ordinal, toPercentages, scoreText, tiesText } from "../texts.ts";
import { TournamentFigures } from "./tournament-figures.tsx";

const TimelineChart = lazy(async () => ({
  default: (await import("./timeline-chart.tsx")).TimelineChart,
}));

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

const MAX_RANKS = 5;

function Terms({ tournament }: { tournament: Tournament }) {
  const { startTime, endTime, registrationClosesAt, minEntries, externalId, createdAt } =
    tournament;
  const end = findEnd(tournament);
  return (
    <Paper component="section" withBorder radius="lg" p="md" h="100%">
      <Title order={2} size="h5" mb="sm">
        Terms
      </Title>
      <Details isWide>
        <Detail name="Play starts">
          <Time at={startTime} />
        </Detail>
        <Detail name={end === undefined ? "Ends" : end.early ? "Scheduled end" : "Ended"}>
          <Time at={endTime} />
        </Detail>
        <Detail name="Registration closes">
          {registrationClosesAt === null ? "at the end" : <Time at={registrationClosesAt} />}
        </Detail>
        <Detail name="Minimum entries">
          {minEntries === 0 ? "none" : entriesText(minEntries)}
        </Detail>
        <Detail name="Prize split">{splitText(tournament.prizeSplit)}</Detail>
        {externalId !== undefined && <Detail name="External ID">{externalId}</Detail>}
        <Detail name="Created">
          <Time at={createdAt} />
        </Detail>
      </Details>
    </Paper>
  );
}

/** Formats a prize split: 1st 60%, 2nd 40%. */
function splitText(shares: readonly number[]): string {
  if (shares.length <= 1) return "winner takes all";
  const parts = toPercentages(shares).map(
    (part, index) => `${ordinal(index + 1)}\u00a0${formatPercent(part)}`,
  );
  const rest = parts.length - MAX_RANKS;
  return [...parts.slice(0, MAX_RANKS), ...(rest > 0 ? [`${rest} more`] : [])].join(", ");
}

const ScoringTerms = ({ scoring }: { scoring: Scoring }) => (
  <Paper component="section" withBorder radius="lg" p="md">
    <Title order={2} size="h5" mb="sm">
      Scoring
    </Title>
    <Details isWide>
      <Detail name="Score">{scoreText(scoring)}</Detail>
      <Detail name="Equal scores">{tiesText(scoring)}</Detail>
      <Detail name="Attempts">{scoring.attempts.toLocaleString()} per gamer</Detail>
      <Detail name="Accepted scores">{limitsText(scoring)}</Detail>
      <Detail name="No score">
        {scoring.noScore === "out"
          ? "ranked last, no prize"
          : "ranked after all scores, can win a prize"}
      </Detail>
    </Details>
  </Paper>
);

/** Adds an empty point before the first one. Otherwise a timeline with one point is invisible. */
function withBeginning(timeline: readonly TimelinePoint[]): TimelinePoint[] {
  const [first, second] = timeline;
  if (first === undefined) return [];
  const widthMs = second === undefined ? 1 : Date.parse(second.at) - Date.parse(first.at);
  const at = new Date(Date.parse(first.at) - widthMs).toISOString();
  return [{ at, entries: 0, eliminated: 0, disqualified: 0, prizePool: 0 }, ...timeline];
}
