import { Alert, Group, Stack, Text, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useDeferredValue, useMemo, useState } from "react";
import type { Entry, EntryDecision } from "../../../api/schema.d.ts";
import { Copyable, Details, DetailsDrawer, JsonBlock } from "../../../components/details.tsx";
import { EntryMark, EntryRank, GamerPageLink } from "../../../components/entries.tsx";
import { Confirm, Dialog, DoneButton } from "../../../components/forms/dialogs.tsx";
import { ListStatus } from "../../../components/inline.tsx";
import { QueryView } from "../../../components/page.tsx";
import * as column from "../../../components/tables/columns.tsx";
import type { Column } from "../../../components/tables/data-table.tsx";
import { DetailsButton, VirtualTable } from "../../../components/tables/virtual-table.tsx";
import { Money, Time } from "../../../components/values.tsx";
import { may, useEnvironment, useLive } from "../../../environment.ts";
import { useEntries, usePreview, useTimeline, useTournament } from "../queries.ts";
import { entriesText } from "../texts.ts";
import { BulkAction, DecisionDialog, DecisionList, MAX_AT_ONCE, NameList } from "./decisions.tsx";
import { NoEntries } from "./empty-tabs.tsx";
import { WouldBePaid } from "./payouts.tsx";

export function EntriesTab() {
  const { query } = useEntries();
  const isEmpty = useTournament().status === "pending" || query.data?.length === 0;
  return (
    <QueryView query={query} lines={8} empty={isEmpty && <NoEntries />}>
      {(entries) => <Standings entries={entries} />}
    </QueryView>
  );
}

function Standings({ entries }: { entries: readonly Entry[] }) {
  const environment = useEnvironment();
  const { isWhole, isReading, readMore } = useEntries();
  const all = useTimeline()?.at(-1)?.entries;
  const [text, setText] = useState("");
  const wanted = useDeferredValue(text.trim().toLowerCase());
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [opened, setOpened] = useState<Entry>();
  const found = useMemo(
    () => entries.filter((entry) => isCalled(entry, wanted)),
    [entries, wanted],
  );
  const canDecide = useTournament().status === "published" && may(environment, "entries:write");
  const columns = useMemo(
    () => entryColumns(canDecide ? { chosen, setChosen } : null, setOpened),
    [canDecide, chosen],
  );
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
          <ListStatus isReading={isReading}>
            {wanted === "" ? "" : `${found.length.toLocaleString()} of `}
            {isWhole ? entriesText(entries.length) : loadedText(entries.length, all)}
          </ListStatus>
          {canDecide && (
            <Decisions
              chosen={entries.filter(({ gamerHandle }) => chosen.has(gamerHandle))}
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
      <VirtualTable
        label="Entries"
        columns={columns}
        rows={found}
        keyOf={({ id }) => id}
        onEnd={readMore}
      />
      {opened && <EntryDrawer listed={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

const loadedText = (loaded: number, all: number | undefined): string =>
  all === undefined || all <= loaded
    ? `first ${entriesText(loaded)} loaded`
    : `first ${loaded.toLocaleString()} of ${entriesText(all)} loaded`;

const isCalled = ({ gamerHandle, displayName = "" }: Entry, wanted: string): boolean =>
  [gamerHandle, displayName].some((name) => name.toLowerCase().includes(wanted));

const entryColumns = (
  choice: column.Choice | null,
  onOpen: (entry: Entry) => void,
): Column<Entry>[] => [
  ...(choice === null ? [] : [column.choice(choice, handleOf, handleOf)]),
  {
    head: "Final rank",
    width: "72px",
    isNumber: true,
    cell: ({ rank, provisional }) => <EntryRank rank={rank} provisional={provisional} />,
  },
  column.gamer("minmax(84px, 2fr)"),
  {
    head: "State",
    width: "minmax(100px, 1fr)",
    cell: (entry) => (
      <DetailsButton name={entry.gamerHandle} onClick={() => onOpen(entry)}>
        <EntryMark state={entry.state} finished={entry.rank !== null} />
      </DetailsButton>
    ),
  },
  column.time("Joined", ({ joinedAt }) => joinedAt),
  column.time("Eliminated", ({ eliminatedAt }) => eliminatedAt),
];

const handleOf = ({ gamerHandle }: Entry) => gamerHandle;

function EntryDrawer({ listed, onClose }: { listed: Entry; onClose: () => void }) {
  const params = { tournamentId: useTournament().id, handle: listed.gamerHandle };
  const query = useLive("/tournament/{tournamentId}/entry/{handle}", params);
  return (
    <DetailsDrawer title="Entry" onClose={onClose}>
      <QueryView query={query}>
        {({ entry, standing, decisions }) => (
          <Stack>
            <Details
              rows={{
                Gamer: <GamerPageLink handle={listed.gamerHandle} />,
                "Display name": listed.displayName,
                State: <EntryMark state={entry.state} finished={entry.rank !== null} />,
                "Final rank": entry.rank !== null && <EntryRank {...entry} />,
                "Entry fee": <Money amount={entry.entryFee} />,
                Joined: <Time at={entry.joinedAt} />,
                Eliminated: entry.eliminatedAt && <Time at={entry.eliminatedAt} />,
                ID: <Copyable value={entry.id} name="entry ID" />,
                Score: standing && (standing.score?.toLocaleString() ?? "None yet"),
                Attempts:
                  standing &&
                  `${standing.attempts.toLocaleString()} used, ${standing.attemptsLeft.toLocaleString()} left`,
              }}
            />
            {entry.metadata && <JsonBlock json={entry.metadata} label="Entry metadata" />}
            <DecisionList decisions={decisions} titleOf={decidedIn} />
          </Stack>
        )}
      </QueryView>
    </DetailsDrawer>
  );
}

function decidedIn({ decision, was }: EntryDecision): string {
  if (decision === "disqualify") return "Disqualified";
  return was === "disqualified" ? "Reinstated" : "Elimination undone";
}

const DECISIONS = [
  { label: "Eliminate", color: "red", takes: ["in"], DecisionOn: Eliminate },
  { label: "Disqualify", color: "red", takes: ["in", "eliminated"], DecisionOn: Disqualify },
  {
    label: "Reinstate",
    color: "teal",
    takes: ["eliminated", "disqualified"],
    DecisionOn: Reinstate,
  },
] as const satisfies { takes: Entry["state"][]; [key: string]: unknown }[];

const Decisions = ({ chosen, onDone }: { chosen: readonly Entry[]; onDone: () => void }) =>
  DECISIONS.map(({ label, color, takes, DecisionOn }) => (
    <BulkAction
      key={label}
      label={label}
      noun="gamer"
      color={color}
      chosen={chosen.filter(({ state }) => takes.some((taken) => taken === state))}
      dialog={(taken) => (
        <DecisionOn handles={taken.map(({ gamerHandle }) => gamerHandle)} onDone={onDone} />
      )}
    />
  ));

interface EntriesDialogProps {
  handles: readonly string[];
  onDone: () => void;
}

function Eliminate({ handles, onDone }: EntriesDialogProps) {
  const input = { tournamentId: useTournament().id, gamers: [...handles] };
  return (
    <Confirm
      act={(api) => api.PATCH("/tournament/{tournamentId}/eliminate", input)}
      onDone={onDone}
      action="Eliminate gamers"
      button={{ color: "red", disabled: handles.length > MAX_AT_ONCE }}
      below={<NameList names={handles} />}
    >
      These gamers leave the tournament together and share a rank. You can reinstate these gamers
      until another gamer is eliminated.
    </Confirm>
  );
}

function Disqualify({ handles, onDone }: EntriesDialogProps) {
  const { id: tournamentId } = useTournament();
  const preview = usePreview();
  const [isDone, setDone] = useState(false);
  if (isDone)
    return (
      <Dialog title="Gamers disqualified" size="lg">
        <Text size="sm">
          Disqualified gamers leave the ranking. Payouts if the tournament ended now:
        </Text>
        <WouldBePaid query={preview} handles={handles} />
        <DoneButton />
      </Dialog>
    );
  return (
    <DecisionDialog
      action="Disqualify gamers"
      color="red"
      names={handles}
      decide={async (reason, api) => {
        const input = { tournamentId, gamers: [...handles], reason };
        await api.PATCH("/tournament/{tournamentId}/disqualify", input);
        // A preview that was read earlier may not include this decision.
        await preview.refetch();
      }}
      onDone={() => {
        onDone();
        setDone(true);
      }}
      isKept
    >
      <Text size="sm">
        Disqualified gamers lose their rank and win no prize. Lower-ranked gamers move up. The seats
        and entry fees of disqualified gamers stay in the tournament. You can reinstate disqualified
        gamers until the tournament ends.
      </Text>
      <Text size="sm">Payouts if the tournament ended now, without this decision:</Text>
      <WouldBePaid query={preview} handles={handles} />
    </DecisionDialog>
  );
}

function Reinstate({ handles, onDone }: EntriesDialogProps) {
  const { id: tournamentId } = useTournament();
  return (
    <DecisionDialog
      action="Reinstate gamers"
      names={handles}
      decide={(reason, api) => {
        const input = { tournamentId, gamers: [...handles], reason };
        return api.PATCH("/tournament/{tournamentId}/reinstate", input);
      }}
      onDone={onDone}
    >
      <Text size="sm">
        Disqualified gamers return with the score or elimination that they had before. You can
        reinstate eliminated gamers only if no other gamer was eliminated later.
      </Text>
    </DecisionDialog>
  );
}
