import { Grid, Paper, Progress, Skeleton } from "@mantine/core";
import { CatchBoundary, lazyRouteComponent } from "@tanstack/react-router";
import { type ReactNode, Suspense, useMemo } from "react";
import type { Scoring, TimelinePoint } from "../../../api/schema.d.ts";
import { formatPercent } from "../../../components/amount.ts";
import { Details, Metadata } from "../../../components/details.tsx";
import { gamerPage } from "../../../components/entries.tsx";
import { Hint } from "../../../components/inline.tsx";
import { Panel } from "../../../components/page.tsx";
import { RouteAnchor } from "../../../components/route-link.tsx";
import {
  Figure,
  Figures,
  formatDuration,
  Money,
  Time,
  TimeFigure,
  toLabel,
  useNow,
} from "../../../components/values.tsx";
import { pathIn, useEnvironment } from "../../../environment.ts";
import { findEnd, getPool, hasEnded, isFinal, isUpcoming } from "../lifecycle.ts";
import { useBest, useSettlement, useTimeline, useTournament } from "../queries.ts";
import { entriesText, limitsText, ordinal, scoreText, tiesText, toPercentages } from "../texts.ts";

const TimelineChart = lazyRouteComponent(() => import("./timeline-chart.tsx"), "TimelineChart");

export function Overview() {
  const { metadata, scoring } = useTournament();
  const timeline = useTimeline();
  const hasChart = timeline !== undefined && timeline.length > 0;
  return (
    <>
      <TournamentFigures timeline={timeline} />
      <Grid>
        {hasChart && (
          <Grid.Col span={{ base: 12, lg: 8 }}>
            <Timeline timeline={timeline} />
          </Grid.Col>
        )}
        <Grid.Col span={{ base: 12, lg: hasChart ? 4 : 12 }}>
          <Terms />
        </Grid.Col>
        {metadata && (
          <Grid.Col span={12}>
            <Metadata metadata={metadata} />
          </Grid.Col>
        )}
      </Grid>
      {scoring && <ScoringTerms scoring={scoring} />}
    </>
  );
}

function Timeline({ timeline }: { timeline: readonly TimelinePoint[] }) {
  const points = useMemo(() => withBeginning(timeline), [timeline]);
  const cannot = <Hint>Your browser cannot display the chart.</Hint>;
  return (
    <Paper withBorder radius="lg" p="md" h="100%">
      <CatchBoundary getResetKey={() => "chart"} errorComponent={() => cannot}>
        <Suspense fallback={<Skeleton height={240} />}>
          <TimelineChart timeline={points} />
        </Suspense>
      </CatchBoundary>
    </Paper>
  );
}

const MAX_RANKS = 5;

function Terms() {
  const tournament = useTournament();
  const { startTime, endTime, registrationClosesAt, minEntries, externalId, createdAt } =
    tournament;
  const end = findEnd(tournament);
  return (
    <Panel title="Terms" h="100%">
      <Details
        isWide
        rows={{
          "Play starts": <Time at={startTime} />,
          [end === undefined ? "Ends" : end.early ? "Scheduled end" : "Ended"]: (
            <Time at={endTime} />
          ),
          "Registration closes": <Time at={registrationClosesAt} none="at the end" />,
          "Minimum entries": minEntries === 0 ? "none" : entriesText(minEntries),
          "Prize split": splitText(tournament.prizeSplit),
          "External ID": externalId,
          Created: <Time at={createdAt} />,
        }}
      />
    </Panel>
  );
}

function splitText(shares: readonly number[]): string {
  if (shares.length <= 1) return "winner takes all";
  const parts = toPercentages(shares).map(
    (part, index) => `${ordinal(index + 1)}\u00a0${formatPercent(part)}`,
  );
  const rest = parts.length - MAX_RANKS;
  return [...parts.slice(0, MAX_RANKS), ...(rest > 0 ? [`${rest} more`] : [])].join(", ");
}

const ScoringTerms = ({ scoring }: { scoring: Scoring }) => (
  <Panel title="Scoring">
    <Details
      isWide
      rows={{
        Score: scoreText(scoring),
        "Equal scores": tiesText(scoring),
        Attempts: `${scoring.attempts.toLocaleString()} per gamer`,
        "Score limits": limitsText(scoring),
        "No score":
          scoring.noScore === "out"
            ? "ranked last, no prize"
            : "ranked after all scores, can win a prize",
      }}
    />
  </Panel>
);

/** Adds an empty point before the first one. Otherwise a timeline with one point is invisible. */
function withBeginning(timeline: readonly TimelinePoint[]): TimelinePoint[] {
  const [first, second] = timeline;
  if (first === undefined) return [];
  const widthMs = second === undefined ? 1 : Date.parse(second.at) - Date.parse(first.at);
  const at = new Date(Date.parse(first.at) - widthMs).toISOString();
  return [{ at, entries: 0, eliminated: 0, disqualified: 0, prizePool: 0 }, ...timeline];
}

function TournamentFigures({ timeline }: { timeline: readonly TimelinePoint[] | undefined }) {
  const { status, entryFee, maxEntries } = useTournament();
  // A timeline has no point before the first entry.
  const latest = status === "pending" ? NOTHING : timeline && (timeline.at(-1) ?? NOTHING);
  return (
    <Figures>
      <Pool />
      <Figure
        label="Entries"
        value={latest?.entries.toLocaleString() ?? "–"}
        note={
          maxEntries === null ? (
            "no limit"
          ) : (
            <Seats
              taken={latest?.entries ?? 0}
              seats={maxEntries}
              isOpen={status === "published"}
            />
          )
        }
      />
      {status === "completed" ? <Winner /> : <StillIn latest={latest} />}
      <Figure label="Entry fee" value={entryFee === 0 ? "Free" : <Money amount={entryFee} />} />
      <End />
    </Figures>
  );
}

type Latest = Pick<TimelinePoint, "entries" | "eliminated" | "disqualified">;

const NOTHING: Latest = { entries: 0, eliminated: 0, disqualified: 0 };

function StillIn({ latest }: { latest: Latest | undefined }) {
  if (latest === undefined) return <Figure label="Still in" value="–" />;
  const { entries, eliminated, disqualified } = latest;
  const out = `${eliminated.toLocaleString()} eliminated`;
  return (
    <Figure
      label="Still in"
      value={(entries - eliminated - disqualified).toLocaleString()}
      note={disqualified === 0 ? out : `${out}, ${disqualified.toLocaleString()} disqualified`}
    />
  );
}

function Pool() {
  const tournament = useTournament();
  const settlement = useSettlement(hasEnded(tournament.status)).data;
  const pool = getPool(tournament, settlement);
  return (
    <Figure
      label="Prize pool"
      value={pool === undefined ? "–" : <Money amount={pool.amount} />}
      note={pool?.note}
    />
  );
}

const Seats = ({ taken, seats, isOpen }: { taken: number; seats: number; isOpen: boolean }) => (
  <>
    of {seats.toLocaleString()} seats
    {isOpen && (
      <Progress
        value={(taken / seats) * 100}
        size={4}
        mt={6}
        aria-label="Seats taken"
        color={taken >= seats ? "orange" : "teal"}
      />
    )}
  </>
);

function Winner() {
  const environment = useEnvironment();
  const { winner, winnersCount } = useTournament();
  const handle = useBest(winner !== null);
  let value: ReactNode = "–";
  if (winner === null)
    value = winnersCount === 0 ? "None" : `${winnersCount.toLocaleString()} tied`;
  else if (handle !== undefined)
    value = (
      <RouteAnchor to={pathIn(environment, gamerPage(handle))} inherit>
        {handle}
      </RouteAnchor>
    );
  return <Figure label="Winner" value={value} />;
}

function End() {
  const tournament = useTournament();
  const { status, startTime, endTime, updatedAt } = tournament;
  const { aheadMs } = useEnvironment();
  const now = useNow() + aheadMs;
  if (isFinal(status)) return <TimeFigure label={toLabel(status)} at={updatedAt} now={now} />;
  if (isUpcoming(tournament, now)) return <Coming label="Starts in" at={startTime} now={now} />;
  const end = findEnd(tournament);
  return end === undefined && Date.parse(endTime) > now ? (
    <Coming label="Ends in" at={endTime} now={now} />
  ) : (
    <TimeFigure label="Ended" at={end?.at ?? endTime} now={now} />
  );
}

const Coming = ({ label, at, now }: { label: string; at: string; now: number }) => (
  <Figure label={label} value={formatDuration(Date.parse(at) - now)} note={<Time at={at} />} />
);
