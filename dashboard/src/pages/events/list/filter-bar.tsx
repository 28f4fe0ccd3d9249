import { Button, Group, TextInput } from "@mantine/core";
import { useState } from "react";
import { eventSearch, type EventSearch } from "../../../components/events/search.ts";
import { TypeFilter } from "../../../components/events/type-filter.tsx";

interface FilterBarProps {
  search: EventSearch;
  onSearch: (search: EventSearch) => void;
}

/** Narrows the log down. */
export function FilterBar({ search, onSearch }: FilterBarProps) {
  const [tournament, setTournament] = useState(search.tournament ?? "");
  const { types } = search;
  // Another filter is another list, which begins with its newest page.
  const change = (filter: object) =>
    onSearch(eventSearch({ types, tournament: search.tournament, ...filter }));
  const isNarrowed = types !== undefined || search.tournament !== undefined;
  return (
    <form
      role="search"
      aria-label="Filters"
      onSubmit={(event) => {
        event.preventDefault();
        change({ tournament: tournament.trim() });
      }}
    >
      <Group gap="sm" align="flex-end" mb="md">
        <TypeFilter value={types} onChange={(value) => change({ types: value })} />
        <TextInput
          label="Tournament ID"
          size="xs"
          flex="1 1 200px"
          maw={{ xs: 320 }}
          value={tournament}
          onChange={({ currentTarget: { value } }) => setTournament(value)}
          onBlur={() => change({ tournament: tournament.trim() })}
        />
        {isNarrowed && (
          <Button
            variant="subtle"
            color="gray"
            size="xs"
            onClick={() => {
              setTournament("");
              onSearch({});
            }}
          >
            Clear filters
          </Button>
        )}
      </Group>
    </form>
  );
}
