import {
  Group,
  type GroupProps,
  NativeSelect,
  type NativeSelectProps,
  TextInput,
  type TextInputProps,
} from "@mantine/core";
import { type NavigateOptions, useNavigate, useSearch } from "@tanstack/react-router";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { Fragment, useEffect, useRef, useState } from "react";
import { SmallButton } from "../inline.tsx";

type NavigationOptions = Pick<NavigateOptions, "replace" | "resetScroll">;

/** Options for filters that change while the person types: no entry in the history, no scrolling. */
export const IN_PLACE: NavigationOptions = { replace: true, resetScroll: false };

export function useFilters<S extends object>(
  parse: (search: Record<string, unknown>) => S,
  options: NavigationOptions = {},
) {
  const navigate = useNavigate();
  const search = parse(useSearch({ strict: false }));
  const onSearch = (next: object, more: NavigationOptions = {}) =>
    void navigate({ to: ".", search: parse({ ...next }), ...options, ...more });
  return {
    search,
    onSearch,
    isAll: Object.keys(search).length === 0,
    /** Returns the value of a filter, and a handler that changes it and returns to the first page. */
    filter: <N extends keyof S>(name: N, more: NavigationOptions = {}) => ({
      value: search[name],
      onChange: (value: string) =>
        onSearch({ ...search, cursor: undefined, before: undefined, [name]: value }, more),
    }),
    pager: {
      cursor: "cursor" in search ? String(search.cursor) : undefined,
      onCursor: (cursor: string | undefined) => onSearch({ ...search, cursor }),
    },
  };
}

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
      {/* A new key remounts the fields, which also clears texts that were not applied. */}
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

export interface TextFilterProps extends Omit<TextInputProps, "value" | "onChange"> {
  value: string | undefined;
  onChange: (value: string) => void;
}

/**
 * A filter that applies when the person leaves the field or presses Enter. `findFault` returns the fault of
 * a value that cannot be applied.
 */
export function TextFilter({
  value = "",
  onChange,
  findFault = () => undefined,
  ...props
}: TextFilterProps & { findFault?: (value: string) => string | undefined }) {
  const [text, setText] = useState(value);
  const [fault, setFault] = useState<string>();
  useEffect(() => {
    setText(value);
    setFault(undefined);
  }, [value]);
  function apply() {
    const next = text.trim();
    const found = next === "" ? undefined : findFault(next);
    setFault(found);
    if (found === undefined && next !== value) onChange(next);
  }
  return (
    <TextInput
      size="xs"
      {...props}
      value={text}
      error={fault}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onBlur={apply}
      onKeyDown={({ key }) => key === "Enter" && apply()}
    />
  );
}

const PAUSE_MS = 250;

/** A filter that applies while the person types. */
export function SearchField({ value = "", onChange, ...props }: TextFilterProps) {
  const [text, setText] = useState(value);
  const asked = useRef(value);
  const ask = useDebouncedCallback((next: string) => {
    asked.current = next;
    onChange(next);
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
