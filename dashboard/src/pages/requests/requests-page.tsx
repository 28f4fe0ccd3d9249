import { Group, NativeSelect, Text, TextInput } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { content } from "../../api/client.ts";
import { LIVE } from "../../api/query-client.ts";
import { CodeBlock, curl } from "../../components/code.tsx";
import { ClearFilters } from "../../components/forms/search-field.tsx";
import { IconListDetails } from "../../components/icons.ts";
import { useKeysById } from "../../components/names.ts";
import { EmptyState, PageHeader } from "../../components/page/page.tsx";
import { QueryView } from "../../components/page/query-view.tsx";
import { Pager } from "../../components/tables/pager.tsx";
import { useEnvironment } from "../../environment.ts";
import { RequestDrawer, RequestTable } from "./request-table.tsx";
import { METHODS, requestSearch, type RequestSearch } from "./search.ts";

export function RequestsPage() {
  const { id, api } = useEnvironment();
  const search = useSearch({ from: "/signed-in/g/$gameId/$mode/requests" });
  const navigate = useNavigate();
  const { open, ...filters } = search;
  const query = useQuery({
    queryKey: [id, "requests", filters],
    queryFn: () => content(api.GET("/request", { params: { query: filters } })),
    placeholderData: keepPreviousData,
    ...LIVE,
  });
  const onSearch = (next: RequestSearch) =>
    void navigate({ to: ".", search: requestSearch({ ...next }) });
  const isAll = Object.keys(filters).length === 0;
  const isEmpty = isAll && query.data?.requests.length === 0;
  return (
    <>
      <PageHeader
        title="Requests"
        description="The latest 10,000 successful and 10,000 failed requests of this environment are kept for three days. Use this log for debugging only, because some requests can be missing."
      />
      {!isEmpty && <FilterBar search={search} onSearch={onSearch} />}
      <QueryView query={query} lines={8}>
        {({ requests, nextCursor, leftOut }) =>
          isEmpty ? (
            <EmptyState icon={<IconListDetails size={28} />} title="No requests yet">
              <Text c="dimmed" mb="sm">
                Send a first request. The request appears here within a few seconds:
              </Text>
              <CodeBlock
                code={curl("GET", "/tournament")}
                label="curl command to send a first request"
              />
            </EmptyState>
          ) : (
            <>
              <RequestTable
                requests={requests}
                onOpen={(requestId) => onSearch({ ...search, open: requestId })}
              />
              {leftOut > 0 && (
                <Text size="sm" c="dimmed" mt="sm">
                  {leftOut} more requests were not recorded because of high load.
                </Text>
              )}
              <Pager
                cursor={search.cursor}
                nextCursor={nextCursor}
                onCursor={(cursor) => onSearch({ ...filters, cursor: cursor ?? "" })}
              />
            </>
          )
        }
      </QueryView>
      {open !== undefined && (
        <RequestDrawer requestId={open} onClose={() => onSearch({ ...filters })} />
      )}
    </>
  );
}

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

function FilterBar({ search, onSearch }: FilterBarProps) {
  const [path, setPath] = useState(search.path ?? "");
  const [problem, setProblem] = useState(search.problem ?? "");
  // A new filter starts at the first page.
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
          <ClearFilters
            onClick={() => {
              setPath("");
              setProblem("");
              onSearch({});
            }}
          />
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
