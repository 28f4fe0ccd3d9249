import { Badge, Code, ScrollArea, Table, Text, UnstyledButton } from "@mantine/core";
import type { Request } from "../../api/types.ts";
import links from "../../components/tables/row-link.module.css";
import { Time } from "../../components/values/time.tsx";
import { useCallerName } from "./caller-name.ts";

interface RequestTableProps {
  requests: readonly Request[];
  onOpen: (requestId: string) => void;
}

/** Requests, the newest first. */
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
  /** As people call it; undefined where that is not known. */
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
          {request.method} {shortened(request.path)}
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

// What is asked for stands behind the id, and ids begin alike.
const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{6}(?=[0-9a-f]{6})/gi;

/** A path in which ids are as long as one needs to tell them apart. */
const shortened = (path: string): string => path.replaceAll(ID, "…");

/** How a request was answered. */
export function StatusBadge({ status }: { status: number }) {
  const color = status >= 500 ? "red" : status >= 400 ? "yellow" : "teal";
  return (
    <Badge variant="light" color={color} style={{ flexShrink: 0 }} miw={44}>
      {status}
    </Badge>
  );
}
