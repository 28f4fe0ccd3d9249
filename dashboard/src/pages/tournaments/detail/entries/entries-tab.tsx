import { Alert, Group, Loader, Text, TextInput } from "@mantine/core";
import { useDeferredValue, useMemo, useState } from "react";
import type { Entry, Tournament } from "../../../../api/types.ts";
import { IconSearch } from "../../../../components/icons.ts";
import { QueryView } from "../../../../components/page/query-view.tsx";
import { may, useEnvironment } from "../../../../environment.ts";
import { entriesText } from "../../entries-text.ts";
import { useTimeline } from "../overview/reads.ts";
import { Decisions } from "./decisions.tsx";
import { EntryTable } from "./entry-table.tsx";
import { NobodyJoined } from "./nobody-joined.tsx";
import { useEntries } from "./reads.ts";

/** Who joined a tournament, and how far they came. */
export function EntriesTab({ tournament }: { tournament: Tournament }) {
  const { entries, query } = useEntries(tournament);
  if (tournament.status === "pending") return <NobodyJoined tournament={tournament} />;
  return (
    <QueryView query={{ ...query, data: entries }} lines={8}>
      {(read) =>
        read.length === 0 ? (
          <NobodyJoined tournament={tournament} />
        ) : (
          <Standings tournament={tournament} entries={read} />
        )
      }
    </QueryView>
  );
}

interface StandingsProps {
  tournament: Tournament;
  entries: readonly Entry[];
}

function Standings({ tournament, entries }: StandingsProps) {
  const environment = useEnvironment();
  const { query, isWhole, isReading } = useEntries(tournament);
  const all = useTimeline(tournament).data?.at(-1)?.entries;
  const [text, setText] = useState("");
  const wanted = useDeferredValue(text.trim().toLowerCase());
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const found = useMemo(
    () => entries.filter((entry) => isCalled(entry, wanted)),
    [entries, wanted],
  );
  const chosenEntries = useMemo(
    () => entries.filter(({ gamerHandle }) => chosen.has(gamerHandle)),
    [entries, chosen],
  );
  const canDecide = tournament.status === "published" && may(environment, "entries:write");
  const choice = useMemo(() => (canDecide ? { chosen, setChosen } : null), [canDecide, chosen]);
  return (
    <>
      <Group justify="space-between" mb="sm" gap="sm">
        <TextInput
          aria-label="Search by handle or name"
          placeholder="Search by handle or name"
          size="xs"
          w={{ base: "100%", xs: 260 }}
          leftSection={<IconSearch size={14} />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Group gap="sm">
          <Text size="xs" c="dimmed" role="status">
            {wanted === "" ? "" : `${found.length.toLocaleString()} of `}
            {isWhole ? entriesText(entries.length) : loadedText(entries.length, all)}
          </Text>
          {isReading && <Loader size={14} aria-label="Loading more" />}
          {canDecide && (
            <Decisions
              tournament={tournament}
              chosen={chosenEntries}
              onDone={() => setChosen(new Set())}
            />
          )}
        </Group>
      </Group>
      {!isWhole && !isReading && wanted !== "" && (
        <Alert variant="default" mb="sm">
          The search covers only loaded entries. Scroll to the end of the list to load more.
        </Alert>
      )}
      <EntryTable
        tournament={tournament}
        entries={found}
        choice={choice}
        onEnd={() => {
          if (!isWhole && !isReading && !query.isFetching) void query.fetchNextPage();
        }}
      />
    </>
  );
}

/** How many entries are here, of how many where that is known. */
const loadedText = (loaded: number, all: number | undefined): string =>
  all === undefined || all <= loaded
    ? `first ${entriesText(loaded)} loaded`
    : `first ${loaded.toLocaleString()} of ${entriesText(all)} loaded`;

const isCalled = ({ gamerHandle, displayName = "" }: Entry, wanted: string): boolean =>
  [gamerHandle, displayName].some((name) => name.toLowerCase().includes(wanted));
