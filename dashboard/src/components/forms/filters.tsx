import {
  Button,
  Group,
  type GroupProps,
  NativeSelect,
  type NativeSelectProps,
  TextInput,
  type TextInputProps,
} from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useEffect, useRef, useState } from "react";
import { IconSearch } from "../icons.ts";

interface FiltersProps extends GroupProps {
  /** Clears the filters, if any is set. */
  onClear: (() => void) | false;
}

export const Filters = ({ onClear, children, ...props }: FiltersProps) => (
  <Group gap="sm" align="flex-end" role="search" aria-label="Filters" {...props}>
    {children}
    {onClear && (
      <Button variant="subtle" color="gray" size="xs" onClick={onClear}>
        Clear filters
      </Button>
    )}
  </Group>
);

interface SelectFilterProps extends Omit<NativeSelectProps, "value" | "onChange" | "data"> {
  /** The label of the choice that filters nothing. */
  all: string;
  data: NonNullable<NativeSelectProps["data"]>;
  value: string | undefined;
  onChange: (value: string) => void;
}

export const SelectFilter = ({ all, data, value, onChange, ...props }: SelectFilterProps) => (
  <NativeSelect
    size="xs"
    data={[{ value: "", label: all }, ...data]}
    value={value ?? ""}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
    {...props}
  />
);

interface TextFilterProps extends Omit<TextInputProps, "value" | "onChange"> {
  value: string | undefined;
  onChange: (value: string) => void;
}

/** A filter that applies when the person leaves the field or presses Enter. */
export function TextFilter({ value = "", onChange, ...props }: TextFilterProps) {
  const [text, setText] = useAddressed(value);
  return (
    <TextInput
      size="xs"
      {...props}
      value={text}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onBlur={() => onChange(text.trim())}
      onKeyDown={({ key }) => key === "Enter" && onChange(text.trim())}
    />
  );
}

/** Returns the text of a field. It also changes by the back button and by "Clear filters". */
function useAddressed(value: string) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  return [text, setText] as const;
}

interface SearchFieldProps extends Omit<TextInputProps, "value" | "onChange"> {
  value: string;
  onSearch: (value: string) => void;
}

// Longer than the pause between letters, as long as the pause between words.
const PAUSE_MS = 250;

/** Searches after a pause in typing. */
export function SearchField({ value, onSearch, ...props }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const asked = useRef(value);
  const ask = useDebouncedCallback((next: string) => {
    asked.current = next;
    onSearch(next);
  }, PAUSE_MS);
  // The address also changes by the back button and by "Clear filters".
  useEffect(() => {
    if (value === asked.current) return;
    asked.current = value;
    setText(value);
  }, [value]);
  return (
    <TextInput
      type="search"
      size="xs"
      leftSection={<IconSearch size={16} />}
      autoComplete="off"
      {...props}
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        ask(currentTarget.value.trim());
      }}
    />
  );
}
