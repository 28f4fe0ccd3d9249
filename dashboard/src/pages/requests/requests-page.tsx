import { Badge, Code, Group, Stack, Text } from "@mantine/core";
import { IconListDetails } from "@tabler/icons-react";
import type { Request } from "../../api/schema.d.ts";
import { CodeBlock, Copyable, curl, Details, DetailsDrawer } from "../../components/details.tsx";
import { Filters, SelectFilter, TextFilter, useFilters } from "../../components/forms/filters.tsx";
import { Hint, NoMatch, Strong } from "../../components/inline.tsx";
import { useKeysById, useTeam } from "../../components/names.ts";
import { EmptyState, PageHeader, QueryView } from "../../components/page.tsx";
import { RowButton } from "../../components/route-link.tsx";
import { type DataColumn, DataTable, Pager } from "../../components/tables/data-table.tsx";
import { Time, toOptions } from "../../components/values.tsx";
import { useList, useRead } from "../../environment.ts";
import { METHODS, requestSearch } from "../../searches.ts";

const NO_MATCH = "No requests match these filters. Change or clear the filters.";
const NO_MATCH_HERE = "No requests on this page match these filters. Choose Older to search on.";

export default function RequestsPage() {
  const { search, onSearch, pager } = useFilters(requestSearch);
  const { open, ...filters } = search;
  const query = useList("/request", filters);
  const callerOf = useCallerName();
  const isEmpty = Object.keys(filters).length === 0 && query.data?.requests.length === 0;
  return (
    <>
      <PageHeader
        title="Requests"
        description="The latest 10,000 successful and 10,000 failed requests of this environment are kept for three days. Use this log for debugging only, because some requests can be missing."
      />
      {!isEmpty && <FilterBar />}
      <QueryView query={query} lines={8} empty={isEmpty && <NoRequests />}>
        {({ requests, nextCursor, leftOut }) => (
          <>
            <DataTable
              label="Requests"
              minWidth={720}
              layout="fixed"
              rows={requests}
              empty={<NoMatch>{nextCursor === null ? NO_MATCH : NO_MATCH_HERE}</NoMatch>}
              keyOf={({ requestId }) => requestId}
              columns={requestColumns(callerOf, (requestId) =>
                onSearch({ ...search, open: requestId }),
              )}
            />
            {leftOut > 0 && (
              <Hint mt="sm">{leftOut} more requests were not recorded because of high load.</Hint>
            )}
            <Pager {...pager} nextCursor={nextCursor} />
          </>
        )}
      </QueryView>
      {open !== undefined && <RequestDrawer requestId={open} onClose={() => onSearch(filters)} />}
    </>
  );
}

const NoRequests = () => (
  <EmptyState icon={IconListDetails} title="No requests yet">
    <Text c="dimmed" mb="sm">
      Send a first request. The request appears here within a few seconds:
    </Text>
    <CodeBlock code={curl("GET", "/tournament")} label="curl command to send a first request" />
  </EmptyState>
);

const STATUSES = toOptions({
  "2xx": "Succeeded (2xx)",
  "4xx": "Rejected (4xx)",
  "5xx": "Failed (5xx)",
});

function FilterBar() {
  const { search, onSearch, filter } = useFilters(requestSearch);
  const { status, method, keyId, path, problem } = search;
  const keys = [...(useKeysById()?.values() ?? [])].map(({ id, name, hint }) => ({
    value: id,
    label: `${name} (${hint}…)`,
  }));
  const isNarrowed = [status, method, keyId, path, problem].some(Boolean);
  return (
    <Filters mb="md" onClear={isNarrowed && (() => onSearch({}))}>
      <SelectFilter label="Status" all="All statuses" data={STATUSES} {...filter("status")} />
      <SelectFilter label="Method" all="All methods" data={METHODS} {...filter("method")} />
      <SelectFilter label="API key" all="All callers" maw={200} data={keys} {...filter("keyId")} />
      <TextFilter label="Path begins with" flex="1 1 160px" maw={{ xs: 260 }} {...filter("path")} />
      <TextFilter
        label="Problem"
        placeholder="tournament_full"
        flex="1 1 140px"
        maw={{ xs: 220 }}
        {...filter("problem")}
      />
    </Filters>
  );
}

const requestColumns = (
  callerOf: (request: Request) => string | undefined,
  onOpen: (requestId: string) => void,
): readonly DataColumn<Request>[] => [
  { head: "Status", width: "72px", cell: ({ status }) => <StatusBadge status={status} /> },
  {
    head: "Request",
    cell: ({ requestId, method, path }) => (
      <RowButton onClick={() => onOpen(requestId)}>
        <Text size="xs" ff="monospace" style={{ overflowWrap: "anywhere" }}>
          {method} {shortenIds(path)}
        </Text>
      </RowButton>
    ),
    narrow: ({ at, code }) => (
      <>
        <Time at={at} seconds /> {code}
      </>
    ),
  },
  {
    head: "Problem",
    width: "190px",
    from: "sm",
    cell: ({ code }) => code !== null && <Code>{code}</Code>,
  },
  {
    head: "Caller",
    width: "150px",
    from: "lg",
    cell: (request) => (
      <Text size="sm" truncate>
        {callerOf(request) ?? "–"}
      </Text>
    ),
  },
  {
    head: "Duration",
    width: "92px",
    isNumber: true,
    from: "sm",
    td: { style: { fontVariantNumeric: "tabular-nums", whiteSpace: "nowrap" } },
    cell: ({ durationMs }) => `${durationMs.toFixed(1)} ms`,
  },
  { head: "Time", width: "206px", from: "sm", cell: ({ at }) => <Time at={at} seconds /> },
];

// Ids of the same time begin with the same digits, so only the last six digits are shown.
const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{6}(?=[0-9a-f]{6})/gi;

const shortenIds = (path: string): string => path.replaceAll(ID, "…");

function StatusBadge({ status }: { status: number }) {
  const color = status >= 500 ? "red" : status >= 400 ? "yellow" : "teal";
  return (
    <Badge variant="light" color={color} style={{ flexShrink: 0 }} miw={44}>
      {status}
    </Badge>
  );
}

function RequestDrawer({ requestId, onClose }: { requestId: string; onClose: () => void }) {
  const query = useRead("/request/{requestId}", { requestId });
  return (
    <DetailsDrawer title="Request" onClose={onClose}>
      <QueryView query={query}>{({ request }) => <Particulars request={request} />}</QueryView>
    </DetailsDrawer>
  );
}

function Particulars({ request }: { request: Request }) {
  const name = useCallerName()(request);
  const { requestId, at, durationMs, caller, address, code, idempotencyKey, replayed } = request;
  return (
    <Stack>
      <Group gap="sm">
        <StatusBadge status={request.status} />
        <Text ff="monospace" size="sm" style={{ overflowWrap: "anywhere" }}>
          {request.method} {request.path}
        </Text>
      </Group>
      <Details
        rows={{
          ID: <Copyable value={requestId} name="request ID" />,
          Time: <Time at={at} seconds />,
          Duration: `${durationMs.toFixed(1)} ms`,
          Caller: `${caller.type === "api_key" ? "API key" : "Person"} ${name ?? caller.id}`,
          Address: address,
          Problem: code !== null && (
            <a href={`/problems/${code.replaceAll("_", "-")}`} target="_blank">
              {code}
            </a>
          ),
          "Idempotency-Key":
            idempotencyKey !== null &&
            `${idempotencyKey}${replayed ? " (repeated request, same response as the first)" : ""}`,
        }}
      />
      {request.body !== null && <CodeBlock code={request.body} label="Body" />}
      <Strong>curl command</Strong>
      <CodeBlock code={asCurl(request)} label="Request as a curl command" />
    </Stack>
  );
}

function asCurl({ method, path, body }: Request): string {
  const known = method === "POST" || method === "PATCH" ? method : "GET";
  return curl(known, path, parseBody(body));
}

/** Parses a body. Returns undefined if the body is missing, cut off, or not an object or array. */
function parseBody(body: string | null): object | undefined {
  try {
    const value: unknown = JSON.parse(body ?? "");
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function useCallerName(): (request: Request) => string | undefined {
  const findMember = useTeam();
  const keys = useKeysById();
  return ({ caller: { type, id } }) => (type === "api_key" ? keys?.get(id) : findMember(id))?.name;
}
