import { useMemo, useState } from "react";
import type { Entry, Tournament } from "../../../../api/types.ts";
import type { Choice } from "../../../../components/tables/choice-column.tsx";
import { VirtualTable } from "../../../../components/tables/virtual-table.tsx";
import { useEnvironment } from "../../../../environment.ts";
import { entryColumns } from "./columns.tsx";
import { EntryDrawer } from "./entry-drawer.tsx";

interface EntryTableProps {
  tournament: Tournament;
  entries: readonly Entry[];
  /** Which gamers are chosen, by handle; null where nothing can be done with them. */
  choice: Choice | null;
  onEnd: () => void;
}

/** Entries of a tournament, each with its details. */
export function EntryTable({ tournament, entries, choice, onEnd }: EntryTableProps) {
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
