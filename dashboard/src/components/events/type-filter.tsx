import { NativeSelect } from "@mantine/core";
import { EVENT_LABELS, EVENT_TYPES } from "./labels.ts";

/** The kinds of events, each with its types. */
const KINDS = [...Map.groupBy(EVENT_TYPES, (type) => `${type.split(".")[0]}.*`)];

interface TypeFilterProps {
  /** A type, a kind such as `entry.*`, or undefined for all. */
  value: string | undefined;
  onChange: (value: string) => void;
}

/** Chooses a type of events, or all types of a kind. */
export const TypeFilter = ({ value, onChange }: TypeFilterProps) => (
  <NativeSelect
    label="Type"
    size="xs"
    value={value ?? ""}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  >
    <option value="">All types</option>
    {KINDS.map(([kind, types]) => (
      <optgroup key={kind} label={kind}>
        <option value={kind}>All {kind} events</option>
        {types.map((type) => (
          <option key={type} value={type}>
            {EVENT_LABELS[type]}
          </option>
        ))}
      </optgroup>
    ))}
  </NativeSelect>
);
