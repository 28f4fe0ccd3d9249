import { Badge, Code, Group, ScrollArea, Stack, Table, Text, UnstyledButton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { content } from "../../api/client.ts";
import type { Request } from "../../api/types.ts";
import { CodeBlock, CopyButton, curl } from "../../components/code.tsx";
import { Detail, Details, DetailsDrawer } from "../../components/details.tsx";
import { useKeysById, usePeople } from "../../components/names.ts";
import { QueryView } from "../../components/page/query-view.tsx";
import links from "../../components/tables/row-link.module.css";
import { Time } from "../../components/values/time.tsx";
import { useEnvironment } from "../../environment.ts";

interface RequestTableProps {
  requests: readonly Request[];
  onOpen: (requestId: string) => void;
}

export function RequestTable({ requests, onOpen }: RequestTableProps) {
  const callerOf = useCallerName();
  if (requests.length === 0)
    return (
      <Text c="dimmed" py="xl" ta="center">
        No requests match these filters. Change or clear the filters.
      </Text>
    );
  return (
    <ScrollArea tabIndex={0} role="region" aria-label="Requests">
      <Table miw={{ sm: 720 }} layout="fixed">
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={72}>Status</Table.Th>
            <Table.Th>Request</Table.Th>
            <Table.Th w={190} visibleFrom="sm">
              Problem
            </Table.Th>
            <Table.Th w={150} visibleFrom="lg">
              Caller
            </Table.Th>
            <Table.Th w={92} ta="right" visibleFrom="sm">
              Duration
            </Table.Th>
            <Table.Th w={206} visibleFrom="sm">
              Time
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {requests.map((request) => (
            <RequestRow
              key={request.requestId}
              request={request}
              caller={callerOf(request)}
              onOpen={() => onOpen(request.requestId)}
            />
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  );
}

interface RequestRowProps {
  request: Request;
  caller: string | undefined;
  onOpen: () => void;
}

const RequestRow = ({ request, caller = "–", onOpen }: RequestRowProps) => (
  <Table.Tr className={links["row"] ?? ""}>
    <Table.Td>
      <StatusBadge status={request.status} />
    </Table.Td>
    <Table.Td>
      <UnstyledButton className={links["link"] ?? ""} onClick={onOpen}>
        <Text size="xs" ff="monospace" style={{ overflowWrap: "anywhere" }}>
          {request.method} {shortenIds(request.path)}
        </Text>
      </UnstyledButton>
      <Text size="xs" c="dimmed" hiddenFrom="sm">
        <Time at={request.at} seconds /> {request.code}
      </Text>
    </Table.Td>
    <Table.Td visibleFrom="sm">{request.code !== null && <Code>{request.code}</Code>}</Table.Td>
    <Table.Td visibleFrom="lg">
      <Text size="sm" truncate>
        {caller}
      </Text>
    </Table.Td>
    <Table.Td
      ta="right"
      visibleFrom="sm"
      style={{ fontVariantNumeric: "tabular-nums", whiteSpace: "nowrap" }}
    >
      {request.durationMs.toFixed(1)} ms
    </Table.Td>
    <Table.Td visibleFrom="sm">
      <Time at={request.at} seconds />
    </Table.Td>
  </Table.Tr>
);

// Ids begin alike, so that the last six digits tell them apart.
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

export function RequestDrawer({ requestId, onClose }: { requestId: string; onClose: () => void }) {
  const { id, api } = useEnvironment();
  const query = useQuery({
    queryKey: [id, "request", requestId],
    queryFn: async () => {
      const params = { path: { requestId } };
      return (await content(api.GET("/request/{requestId}", { params }))).request;
    },
  });
  return (
    <DetailsDrawer title="Request" onClose={onClose}>
      <QueryView query={query}>{(request) => <Particulars request={request} />}</QueryView>
    </DetailsDrawer>
  );
}

function Particulars({ request }: { request: Request }) {
  const name = useCallerName()(request);
  return (
    <Stack>
      <Group gap="sm">
        <StatusBadge status={request.status} />
        <Text ff="monospace" size="sm" style={{ overflowWrap: "anywhere" }}>
          {request.method} {request.path}
        </Text>
      </Group>
      <Details>
        <Detail name="ID">
          {request.requestId} <CopyButton value={request.requestId} label="Copy request ID" />
        </Detail>
        <Detail name="Time">
          <Time at={request.at} seconds />
        </Detail>
        <Detail name="Duration">{request.durationMs.toFixed(1)} ms</Detail>
        <Detail name="Caller">
          {request.caller.type === "api_key" ? "API key" : "Person"} {name ?? request.caller.id}
        </Detail>
        <Detail name="Address">{request.address}</Detail>
        {request.code !== null && (
          <Detail name="Problem">
            <a href={`/problems/${request.code.replaceAll("_", "-")}`} target="_blank">
              {request.code}
            </a>
          </Detail>
        )}
        {request.idempotencyKey !== null && (
          <Detail name="Idempotency-Key">
            {request.idempotencyKey}
            {request.replayed && " (repeated request, same response as the first)"}
          </Detail>
        )}
      </Details>
      {request.body !== null && <CodeBlock code={request.body} label="Body" />}
      <Text size="sm" fw={600}>
        curl command
      </Text>
      <CodeBlock code={asCurl(request)} label="Request as a curl command" />
    </Stack>
  );
}

/** Returns the request as a curl command with the reader's own key. */
function asCurl({ method, path, body }: Request): string {
  const known = method === "POST" || method === "PATCH" ? method : "GET";
  return curl(known, path, parseBody(body));
}

/** Parses a body. Returns undefined if it was not recorded completely. */
function parseBody(body: string | null): object | undefined {
  try {
    const value: unknown = JSON.parse(body ?? "");
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns a function that names the caller of a request, or returns undefined if the name is
 * unknown.
 */
function useCallerName(): (request: Request) => string | undefined {
  const people = usePeople();
  const keys = useKeysById();
  return ({ caller: { type, id } }) => (type === "api_key" ? keys?.get(id)?.name : people?.get(id));
}
