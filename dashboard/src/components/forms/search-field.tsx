import { TextInput, type TextInputProps } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useEffect, useRef, useState } from "react";
import { IconSearch } from "../icons.ts";

interface SearchFieldProps extends Omit<TextInputProps, "value" | "onChange"> {
  /** What is searched for by now, as the address has it. */
  value: string;
  onSearch: (value: string) => void;
}

// As long as people pause between words, and longer than between letters.
const PAUSE_MS = 250;

/** Asks for a text, and searches once somebody pauses in typing. */
export function SearchField({ value, onSearch, ...props }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const asked = useRef(value);
  const ask = useDebouncedCallback((next: string) => {
    asked.current = next;
    onSearch(next);
  }, PAUSE_MS);
  // The address may change by other means: the browser's back, or a button that clears the filters.
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
