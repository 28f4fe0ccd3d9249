import { Button, Group, NativeSelect, TextInput } from "@mantine/core";
import { STATUSES } from "../statuses.ts";
import { tournamentSearch, type TournamentSearch } from "./search.ts";

interface FilterBarProps {
  search: TournamentSearch;
  onSearch: (search: TournamentSearch) => void;
}

const statuses = [
  { value: "", label: "All statuses" },
  ...Object.entries(STATUSES).map(([value, { label }]) => ({ value, label })),
];

/** Narrows down a list of tournaments. */
export function FilterBar({ search, onSearch }: FilterBarProps) {
  const { status, endsFrom, endsUntil } = search;
  // Another filter is another list, which begins with its first page.
  const change = (filter: keyof TournamentSearch, value: string) =>
    onSearch(tournamentSearch({ ...search, cursor: undefined, [filter]: value }));
  const isNarrowed = status !== undefined || endsFrom !== undefined || endsUntil !== undefined;
  return (
    <Group gap="sm" align="flex-end" mb="md" role="search" aria-label="Filters">
      <NativeSelect
        label="Status"
        size="xs"
        w={{ base: "100%", xs: 150 }}
        data={statuses}
        value={status ?? ""}
        onChange={({ currentTarget: { value } }) => change("status", value)}
      />
      <TextInput
        label="Ends on or after"
        size="xs"
        type="date"
        flex="1 1 130px"
        maw={{ xs: 160 }}
        value={endsFrom ?? ""}
        max={endsUntil}
        onChange={({ currentTarget: { value } }) => change("endsFrom", value)}
      />
      <TextInput
        label="Ends on or before"
        size="xs"
        type="date"
        flex="1 1 130px"
        maw={{ xs: 160 }}
        value={endsUntil ?? ""}
        min={endsFrom}
        onChange={({ currentTarget: { value } }) => change("endsUntil", value)}
      />
      {isNarrowed && (
        <Button variant="subtle" color="gray" size="xs" onClick={() => onSearch({})}>
          Clear filters
        </Button>
      )}
    </Group>
  );
}
