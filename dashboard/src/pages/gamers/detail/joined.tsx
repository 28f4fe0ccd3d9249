import { Anchor, Table, Text } from "@mantine/core";
import { useQueries } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { content } from "../../../api/content.ts";
import type { Entry, Tournament } from "../../../api/types.ts";
import { EntryMark } from "../../../components/entries/entry-mark.tsx";
import { EntryRank } from "../../../components/entries/entry-rank.tsx";
import { Marked } from "../../../components/tables/marked.tsx";
import { Pager } from "../../../components/tables/pager.tsx";
import { QueryView } from "../../../components/page/query-view.tsx";
import { Section } from "../../../components/page/section.tsx";
import { Time } from "../../../components/values/time.tsx";
import { pathIn, useEnvironment } from "../../../environment.ts";
import { useEntries } from "./reads.ts";

const KNOWN_FOR_MS = 60_000;

/** The tournaments that a gamer joined, newest first, and how each went. */
export function Joined({ handle }: { handle: string }) {
  const [cursor, setCursor] = useState<string>();
  const query = useEntries(handle, cursor);
  return (
    <Section title="Tournaments" description="Tournaments that the gamer joined, newest first.">
      <QueryView query={query} lines={2}>
        {({ entries, nextCursor }) => (
          <>
            {entries.length === 0 ? (
              <Text size="sm" c="dimmed">
                No tournaments yet. Tournaments that the gamer joins appear here.
              </Text>
            ) : (
              <Entries entries={entries} />
            )}
            <Pager cursor={cursor} nextCursor={nextCursor} onCursor={setCursor} />
          </>
        )}
      </QueryView>
    </Section>
  );
}

function Entries({ entries }: { entries: readonly Entry[] }) {
  const tournaments = useTournaments(entries);
  const environment = useEnvironment();
  return (
    <Table
      aria-label="Tournaments"
      verticalSpacing={7}
      style={{ fontVariantNumeric: "tabular-nums" }}
    >
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Tournament</Table.Th>
          <Table.Th>State</Table.Th>
          <Table.Th ta="right">Final rank</Table.Th>
          <Table.Th visibleFrom="sm">Joined</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {entries.map(({ id, tournament, state, rank, provisional, joinedAt }, index) => (
          <Table.Tr key={id}>
            <Table.Td w="100%" maw={0}>
              <Anchor
                component={Link}
                to={pathIn(environment, `tournaments/${tournament}`)}
                size="sm"
                fw={550}
                display="block"
                truncate
              >
                {tournaments[index]?.name ?? `…${tournament.slice(-12)}`}
              </Anchor>
            </Table.Td>
            <Table.Td>
              {tournaments[index]?.status === "cancelled" ? (
                <Marked color="gray">Cancelled</Marked>
              ) : (
                <EntryMark state={state} finished={rank !== null} />
              )}
            </Table.Td>
            <Table.Td ta="right">
              <EntryRank rank={rank} provisional={provisional} />
            </Table.Td>
            <Table.Td visibleFrom="sm">
              <Time at={joinedAt} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** The tournaments of entries, as far as they are known by now. */
function useTournaments(entries: readonly Entry[]): readonly (Tournament | undefined)[] {
  const { id, api } = useEnvironment();
  const tournaments = useQueries({
    queries: entries.map(({ tournament: tournamentId }) => ({
      queryKey: [id, "tournament", tournamentId],
      queryFn: async () => {
        const params = { path: { tournamentId } };
        return (await content(api.GET("/tournament/{tournamentId}", { params }))).tournament;
      },
      staleTime: KNOWN_FOR_MS,
    })),
  });
  return tournaments.map(({ data }) => data);
}
