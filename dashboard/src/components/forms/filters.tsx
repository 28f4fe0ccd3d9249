import {
  Group,
  type GroupProps,
  NativeSelect,
  type NativeSelectProps,
  TextInput,
  type TextInputProps,
} from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { Fragment, useEffect, useRef, useState } from "react";
import { SmallButton } from "../inline.tsx";

interface FiltersProps extends GroupProps {
  onClear: (() => void) | false;
}

export function Filters({ onClear, children, ...props }: FiltersProps) {
  const [clearings, setClearings] = useState(0);
  const clear = () => {
    setClearings(clearings + 1);
    if (onClear) onClear();
  };
  return (
    <Group gap="sm" align="flex-end" role="search" aria-label="Filters" {...props}>
      {/* The key also clears fields with texts that were not applied. */}
      <Fragment key={clearings}>{children}</Fragment>
      {onClear && (
        <SmallButton label="Clear filters" variant="subtle" color="gray" onClick={clear} />
      )}
    </Group>
  );
}

interface SelectFilterProps extends Omit<NativeSelectProps, "value" | "onChange" | "data"> {
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
  const [text, setText] = useState(value);
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

interface SearchFieldProps extends Omit<TextInputProps, "value" | "onChange"> {
  value: string;
  onSearch: (value: string) => void;
}

const PAUSE_MS = 250;

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
