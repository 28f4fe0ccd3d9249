import { Button, TextInput, type TextInputProps } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useEffect, useRef, useState } from "react";
import { IconSearch } from "../icons.ts";

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

export const ClearFilters = ({ onClick }: { onClick: () => void }) => (
  <Button variant="subtle" color="gray" size="xs" onClick={onClick}>
    Clear filters
  </Button>
);
