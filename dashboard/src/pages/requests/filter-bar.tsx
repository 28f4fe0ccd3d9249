import { Button, Group, NativeSelect, TextInput } from "@mantine/core";
import { useState } from "react";
import { useKeysById } from "../../components/names/who.ts";
import { METHODS, requestSearch, type RequestSearch } from "./search.ts";

interface FilterBarProps {
  search: RequestSearch;
  onSearch: (search: RequestSearch) => void;
}

const STATUSES = [
  { value: "", label: "All statuses" },
  { value: "2xx", label: "Succeeded (2xx)" },
  { value: "4xx", label: "Rejected (4xx)" },
  { value: "5xx", label: "Failed (5xx)" },
];
const ALL_METHODS = [
  { value: "", label: "All methods" },
  ...METHODS.map((value) => ({ value, label: value })),
];

/** Narrows down the log. */
export function FilterBar({ search, onSearch }: FilterBarProps) {
  const [path, setPath] = useState(search.path ?? "");
  const [problem, setProblem] = useState(search.problem ?? "");
  // Another filter is another list, which begins with its first page.
  const change = (filter: object) => onSearch(requestSearch({ ...search, cursor: "", ...filter }));
  const { status, method, keyId } = search;
  const isNarrowed = [status, method, keyId, search.path, search.problem].some(Boolean);
  return (
    <form
      role="search"
      aria-label="Filters"
      onSubmit={(event) => {
        event.preventDefault();
        change({ path, problem });
      }}
    >
      <Group gap="sm" align="flex-end" mb="md">
        <NativeSelect
          label="Status"
          size="xs"
          data={STATUSES}
          value={status ?? ""}
          onChange={({ currentTarget: { value } }) => change({ status: value })}
        />
        <NativeSelect
          label="Method"
          size="xs"
          data={ALL_METHODS}
          value={method ?? ""}
          onChange={({ currentTarget: { value } }) => change({ method: value })}
        />
        <KeyFilter keyId={keyId} onKey={(chosen) => change({ keyId: chosen })} />
        <TextInput
          label="Path begins with"
          size="xs"
          flex="1 1 160px"
          maw={{ xs: 260 }}
          value={path}
          onChange={({ currentTarget: { value } }) => setPath(value)}
          onBlur={() => change({ path, problem })}
        />
        <TextInput
          label="Problem"
          placeholder="tournament_full"
          size="xs"
          flex="1 1 140px"
          maw={{ xs: 220 }}
          value={problem}
          onChange={({ currentTarget: { value } }) => setProblem(value)}
          onBlur={() => change({ path, problem })}
        />
        {isNarrowed && (
          <Button
            variant="subtle"
            color="gray"
            size="xs"
            onClick={() => {
              setPath("");
              setProblem("");
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

function KeyFilter({
  keyId = "",
  onKey,
}: {
  keyId: string | undefined;
  onKey: (id: string) => void;
}) {
  const keys = [...(useKeysById()?.values() ?? [])].map(({ id, name, hint }) => ({
    value: id,
    label: `${name} (${hint}…)`,
  }));
  return (
    <NativeSelect
      label="API key"
      size="xs"
      maw={200}
      data={[{ value: "", label: "All callers" }, ...keys]}
      value={keyId}
      onChange={({ currentTarget: { value } }) => onKey(value)}
    />
  );
}
