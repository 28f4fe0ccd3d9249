import { Button, Group, NativeSelect } from "@mantine/core";
import { TypeFilter } from "../../../../components/events/type-filter.tsx";
import { DELIVERY_LABELS } from "../../../../components/webhooks/delivery-state.tsx";
import { DELIVERY_STATES, deliverySearch, type DeliverySearch } from "../search.ts";

interface FilterBarProps {
  search: DeliverySearch;
  onSearch: (search: DeliverySearch) => void;
}

const STATES = [
  { value: "", label: "All states" },
  ...DELIVERY_STATES.map((value) => ({ value, label: DELIVERY_LABELS[value].label })),
];

/** Narrows the deliveries down. */
export function FilterBar({ search: { state, type }, onSearch }: FilterBarProps) {
  // Another filter is another list, which begins with its newest page.
  const change = (filter: object) => onSearch(deliverySearch({ state, type, ...filter }));
  return (
    <Group gap="sm" align="flex-end" role="search" aria-label="Filters">
      <NativeSelect
        label="State"
        size="xs"
        data={STATES}
        value={state ?? ""}
        onChange={({ currentTarget: { value } }) => change({ state: value })}
      />
      <TypeFilter value={type} onChange={(value) => change({ type: value })} />
      {(state !== undefined || type !== undefined) && (
        <Button variant="subtle" color="gray" size="xs" onClick={() => onSearch({})}>
          Clear filters
        </Button>
      )}
    </Group>
  );
}
