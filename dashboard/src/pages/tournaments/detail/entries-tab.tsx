import { Alert, Group, Loader, Text, TextInput } from "@mantine/core";
import { useDeferredValue, useMemo, useState } from "react";
import type { Entry, Tournament } from "../../../api/types.ts";
import { EntryMark, EntryRank, GamerLink } from "../../../components/entries.tsx";
import { IconSearch } from "../../../components/icons.ts";
import { QueryView } from "../../../components/page/query-view.tsx";
import {
  type Choice,
  choiceColumn,
  type Column,
  DetailsButton,
  VirtualTable,
} from "../../../components/tables/virtual-table.tsx";
import { PlainTime } from "../../../components/values/time.tsx";
import { type Environment, may, useEnvironment } from "../../../environment.ts";
import { useTimeline } from "../queries.ts";
import { entriesText } from "../texts.ts";
import { NoEntries } from "./empty-tabs.tsx";
import { Decisions } from "./entry-decisions.tsx";
import { EntryDrawer } from "./entry-drawer.tsx";
import { useEntries } from "./queries.ts";

export function EntriesTab({ tournament }: { tournament: Tournament }) {
  const { entries, query } = useEntries(tournament);
  if (tournament.status === "pending") return <NoEntries tournament={tournament} />;
  return (
    <QueryView query={{ ...query, data: entries }} lines={8}>
      {(read) =>
        read.length === 0 ? (
          <NoEntries tournament={tournament} />
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

const loadedText = (loaded: number, all: number | undefined): string =>
  all === undefined || all <= loaded
    ? `first ${entriesText(loaded)} loaded`
    : `first ${loaded.toLocaleString()} of ${entriesText(all)} loaded`;

const isCalled = ({ gamerHandle, displayName = "" }: Entry, wanted: string): boolean =>
  [gamerHandle, displayName].some((name) => name.toLowerCase().includes(wanted));

interface EntryTableProps {
  tournament: Tournament;
  entries: readonly Entry[];
  /** The chosen handles, or null if the entries cannot be changed. */
  choice: Choice | null;
  onEnd: () => void;
}

function EntryTable({ tournament, entries, choice, onEnd }: EntryTableProps) {
  const environment = useEnvironment();
  const [opened, setOpened] = useState<Entry>();
  const columns = useMemo(
    () => entryColumns({ environment, choice, onOpen: setOpened }),
    [environment, choice],
  );
  return (
    <>
      <VirtualTable
        label="Entries"
        columns={columns}
        rows={entries}
        keyOf={({ id }) => id}
        onEnd={onEnd}
      />
      {opened && (
        <EntryDrawer tournament={tournament} listed={opened} onClose={() => setOpened(undefined)} />
      )}
    </>
  );
}

interface EntryColumnsOptions {
  environment: Environment;
  /** The chosen handles, or null if the entries cannot be changed. */
  choice: Choice | null;
  onOpen: (entry: Entry) => void;
}

function entryColumns(options: EntryColumnsOptions): Column<Entry>[] {
  const { environment, choice, onOpen } = options;
  return [
    ...(choice === null ? [] : [choiceColumn(choice, handleOf, handleOf)]),
    {
      key: "rank",
      head: "Final rank",
      width: "72px",
      isNumber: true,
      cell: ({ rank, provisional }) => <EntryRank rank={rank} provisional={provisional} />,
    },
    {
      key: "gamer",
      head: "Gamer",
      width: "minmax(84px, 2fr)",
      cell: ({ gamerHandle, displayName }) => (
        <GamerLink environment={environment} handle={gamerHandle} displayName={displayName} />
      ),
    },
    {
      key: "state",
      head: "State",
      width: "minmax(100px, 1fr)",
      cell: (entry) => (
        <DetailsButton name={entry.gamerHandle} onClick={() => onOpen(entry)}>
          <EntryMark state={entry.state} finished={entry.rank !== null} />
        </DetailsButton>
      ),
    },
    {
      key: "joined",
      head: "Joined",
      width: "minmax(170px, 1fr)",
      isExtra: true,
      cell: ({ joinedAt }) => <PlainTime at={joinedAt} />,
    },
    {
      key: "out",
      head: "Eliminated",
      width: "minmax(170px, 1fr)",
      isExtra: true,
      cell: ({ eliminatedAt }) => eliminatedAt !== null && <PlainTime at={eliminatedAt} />,
    },
  ];
}

const handleOf = ({ gamerHandle }: Entry) => gamerHandle;
