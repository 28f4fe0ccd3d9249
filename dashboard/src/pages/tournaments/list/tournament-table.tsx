import { Table, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { TournamentListItem } from "../../../api/types.ts";
import { Money } from "../../../components/values/money.tsx";
import links from "../../../components/tables/row-link.module.css";
import { Time } from "../../../components/values/time.tsx";
import { pathIn, useEnvironment } from "../../../environment.ts";
import { endOf, isUpcoming } from "../ending.ts";
import { useGameNow } from "../game-now.ts";
import { useLatest } from "../latest.ts";
import { isUnchanging } from "../settling.ts";
import { StatusBadge } from "../status-badge.tsx";

/** Tournaments, one a row. */
export function TournamentTable({ tournaments }: { tournaments: readonly TournamentListItem[] }) {
  const now = useGameNow();
  return (
    <Table.ScrollContainer minWidth={320} type="native">
      <Table aria-label="Tournaments">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th>Status</Table.Th>
            <Table.Th ta="right" visibleFrom="sm">
              Entries
            </Table.Th>
            <Table.Th ta="right">Pool</Table.Th>
            <Table.Th ta="right" visibleFrom="md">
              Entry fee
            </Table.Th>
            <Table.Th visibleFrom="sm" pl="xl">
              Time
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {tournaments.map((tournament) => (
            <TournamentRow key={tournament.id} tournament={tournament} now={now} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

interface RowProps {
  tournament: TournamentListItem;
  /** What the environment's clock shows. */
  now: number;
}

function TournamentRow({ tournament, now }: RowProps) {
  const environment = useEnvironment();
  const { id, name, status, prizePool, entryFee, maxEntries } = tournament;
  const latest = useLatest(tournament);
  const { word, at } = nextMoment(tournament, now);
  return (
    <Table.Tr className={links["row"] ?? ""}>
      <Table.Td>
        <Link to={pathIn(environment, `tournaments/${id}`)} className={links["link"] ?? ""}>
          {name}
        </Link>
        <Text size="xs" c="dimmed" hiddenFrom="sm">
          {word} <Time at={at} relative now={now} />
        </Text>
      </Table.Td>
      <Table.Td>
        <StatusBadge tournament={tournament} now={now} />
      </Table.Td>
      <Table.Td ta="right" visibleFrom="sm" style={{ fontVariantNumeric: "tabular-nums" }}>
        {latest?.entries.toLocaleString() ?? "–"}
        {maxEntries !== null && (
          <Text component="span" inherit c="dimmed">
            {" "}
            / {maxEntries.toLocaleString()}
          </Text>
        )}
      </Table.Td>
      <Table.Td ta="right">
        {isUnchanging(tournament) && latest !== undefined && latest.prizePool > 0 ? (
          <Text component="span" inherit c="dimmed" title={PAID[status]}>
            <Money amount={latest.prizePool} />
          </Text>
        ) : (
          <Money amount={prizePool} />
        )}
      </Table.Td>
      <Table.Td ta="right" visibleFrom="md">
        {entryFee === 0 ? "Free" : <Money amount={entryFee} />}
      </Table.Td>
      <Table.Td visibleFrom="sm" pl="xl" style={{ whiteSpace: "nowrap" }}>
        {word} <Time at={at} />
      </Table.Td>
    </Table.Tr>
  );
}

/** What a tournament's time is about: its start, its end to come, or the end there was. */
function nextMoment(tournament: TournamentListItem, now: number): { word: string; at: string } {
  const { startTime, endTime } = tournament;
  const end = endOf(tournament);
  if (end !== undefined) return { word: "ended", at: end.at };
  if (isUpcoming(tournament, now)) return { word: "starts", at: startTime };
  return { word: Date.parse(endTime) <= now ? "ended" : "ends", at: endTime };
}

// What became of a pool that holds nothing any more.
const PAID: Partial<Record<TournamentListItem["status"], string>> = {
  completed: "paid out",
  cancelled: "refunded",
};
