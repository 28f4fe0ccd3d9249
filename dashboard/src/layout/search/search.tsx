import { ActionIcon, Button, Kbd, Text } from "@mantine/core";
import { Spotlight } from "@mantine/spotlight";
import { useState } from "react";
import { IconSearch } from "../../components/icons.ts";
import type { Environment } from "../../environment.ts";
import { useFound } from "./found.tsx";
import { open, store, useFirstSelected } from "./select-first.ts";

const IS_APPLE = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Finds pages, tournaments and gamers from anywhere, with ⌘K or Ctrl K. */
export function SearchButton({ environment }: { environment: Environment }) {
  const [text, setText] = useState("");
  const { actions, isSearching } = useFound(environment, text.trim());
  const ids = actions.map(({ id }) => id);
  const field = useFirstSelected(text.trim(), ids);
  return (
    <>
      <Button
        visibleFrom="md"
        variant="default"
        size="xs"
        c="dimmed"
        fw={400}
        leftSection={<IconSearch size={14} />}
        rightSection={<Kbd size="xs">{IS_APPLE ? "⌘ K" : "Ctrl K"}</Kbd>}
        onClick={open}
      >
        Search
      </Button>
      <ActionIcon
        hiddenFrom="md"
        variant="subtle"
        color="gray"
        size="lg"
        aria-label="Search"
        onClick={open}
      >
        <IconSearch size={18} />
      </ActionIcon>
      <Spotlight
        store={store}
        shortcut={["mod + K", "/"]}
        query={text}
        onQueryChange={setText}
        // What was found was found by the server; pages are few.
        filter={(_, all) => all}
        actions={actions}
        scrollable
        maxHeight={420}
        nothingFound={
          <Text c="dimmed">
            {isSearching ? "Searching…" : "No results. Try another name or ID."}
          </Text>
        }
        searchProps={{
          ref: field,
          leftSection: <IconSearch size={18} />,
          placeholder: "Search pages, tournaments and gamers by name or ID",
          "aria-label": "Search",
        }}
      />
    </>
  );
}
