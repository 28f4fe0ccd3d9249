import { Anchor, Progress } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { TimelinePoint, Tournament } from "../../../api/types.ts";
import { Figure, Figures, Money } from "../../../components/values/figures.tsx";
import { formatDuration, Time, useNow } from "../../../components/values/time.tsx";
import { pathIn, useEnvironment } from "../../../environment.ts";
import { findEnd, getPool, hasEnded, isFinal, isUpcoming, STATUSES } from "../lifecycle.ts";
import { useSettlement } from "../queries.ts";
import { useBest } from "./queries.ts";

interface TournamentFiguresProps {
  tournament: Tournament;
  timeline: readonly TimelinePoint[] | undefined;
}

export function TournamentFigures({ tournament, timeline }: TournamentFiguresProps) {
  const { status, entryFee, maxEntries } = tournament;
  // A timeline has no point before the first entry.
  const latest = status === "pending" ? NOTHING : timeline && (timeline.at(-1) ?? NOTHING);
  return (
    <Figures>
      <Pool tournament={tournament} />
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
      {status === "completed" ? <Winner tournament={tournament} /> : <StillIn latest={latest} />}
      <Figure label="Entry fee" value={entryFee === 0 ? "Free" : <Money amount={entryFee} />} />
      <End tournament={tournament} />
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

function Pool({ tournament }: { tournament: Tournament }) {
  const { status } = tournament;
  const settlement = useSettlement(tournament, hasEnded(status)).data;
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

function Winner({ tournament }: { tournament: Tournament }) {
  const environment = useEnvironment();
  const { winner, winnersCount } = tournament;
  const handle = useBest(tournament, winner !== null).data ?? undefined;
  if (winner === null)
    return (
      <Figure
        label="Winner"
        value={winnersCount === 0 ? "None" : `${winnersCount.toLocaleString()} tied`}
      />
    );
  const to = pathIn(environment, `gamers/${encodeURIComponent(handle ?? "")}`);
  return (
    <Figure
      label="Winner"
      value={
        handle === undefined ? (
          "–"
        ) : (
          <Anchor component={Link} to={to} inherit>
            {handle}
          </Anchor>
        )
      }
    />
  );
}

function End({ tournament }: { tournament: Tournament }) {
  const { status, startTime, endTime, updatedAt } = tournament;
  const { aheadMs } = useEnvironment();
  const now = useNow() + aheadMs;
  if (isFinal(status)) return <Past label={STATUSES[status].label} at={updatedAt} now={now} />;
  if (isUpcoming(tournament, now)) return <Coming label="Starts in" at={startTime} now={now} />;
  const end = findEnd(tournament);
  return end === undefined && Date.parse(endTime) > now ? (
    <Coming label="Ends in" at={endTime} now={now} />
  ) : (
    <Past label="Ended" at={end?.at ?? endTime} now={now} />
  );
}

interface MomentProps {
  label: string;
  at: string;
  now: number;
}

const Past = ({ label, at, now }: MomentProps) => (
  <Figure label={label} value={<Time at={at} relative now={now} />} note={<Time at={at} />} />
);

const Coming = ({ label, at, now }: MomentProps) => (
  <Figure label={label} value={formatDuration(Date.parse(at) - now)} note={<Time at={at} />} />
);
