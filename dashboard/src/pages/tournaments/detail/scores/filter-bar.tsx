import { Button, Group, NativeSelect } from "@mantine/core";
import { SearchField } from "../../../../components/forms/search-field.tsx";
import { SCORE_STATES, scoreFilters, type ScoreFilters } from "../search.ts";
import { SCORE_LABELS } from "./states.tsx";

interface FilterBarProps {
  filters: ScoreFilters;
  onFilters: (filters: ScoreFilters) => void;
}

const STATES = [
  { value: "", label: "All states" },
  ...SCORE_STATES.map((value) => ({ value, label: SCORE_LABELS[value].label })),
];

/** Narrows the attempts down. */
export function FilterBar({ filters, onFilters }: FilterBarProps) {
  const change = (filter: object) => onFilters(scoreFilters({ ...filters, ...filter }));
  return (
    <Group gap="sm" align="flex-end" role="search" aria-label="Filters">
      <NativeSelect
        label="State"
        size="xs"
        data={STATES}
        value={filters.state ?? ""}
        onChange={({ currentTarget: { value } }) => change({ state: value })}
      />
      <SearchField
        label="Gamer"
        placeholder="Handle"
        size="xs"
        flex="1 1 120px"
        maw={{ xs: 220 }}
        value={filters.gamer ?? ""}
        onSearch={(gamer) => change({ gamer })}
      />
      {Object.keys(filters).length > 0 && (
        <Button variant="subtle" color="gray" size="xs" onClick={() => onFilters({})}>
          Clear filters
        </Button>
      )}
    </Group>
  );
}
