import { Badge, Code, ScrollArea, Table, Text, UnstyledButton } from "@mantine/core";
import type { Request } from "../../api/types.ts";
import { Time } from "../../components/time.tsx";

interface RequestTableProps {
  requests: readonly Request[];
  onOpen: (requestId: string) => void;
}

/** Requests, the newest first. */
export function RequestTable({ requests, onOpen }: RequestTableProps) {
  if (requests.length === 0)
    return (
      <Text c="dimmed" py="xl" ta="center">
        No request matches these filters.
      </Text>
    );
  return (
    <ScrollArea tabIndex={0} role="region" aria-label="Requests">
      <Table miw={720}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Status</Table.Th>
            <Table.Th>Request</Table.Th>
            <Table.Th>Problem</Table.Th>
            <Table.Th ta="right">Took</Table.Th>
            <Table.Th>When</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {requests.map((request) => (
            <Table.Tr key={request.requestId}>
              <Table.Td w={72}>
                <StatusBadge status={request.status} />
              </Table.Td>
              <Table.Td>
                <UnstyledButton onClick={() => onOpen(request.requestId)}>
                  <Text size="sm" ff="monospace" style={{ overflowWrap: "anywhere" }}>
                    {request.method} {request.path}
                  </Text>
                </UnstyledButton>
              </Table.Td>
              <Table.Td>{request.code !== null && <Code>{request.code}</Code>}</Table.Td>
              <Table.Td ta="right" style={{ fontVariantNumeric: "tabular-nums" }}>
                {request.durationMs.toFixed(1)} ms
              </Table.Td>
              <Table.Td>
                <Time at={request.at} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  );
}

/** How a request was answered. */
export function StatusBadge({ status }: { status: number }) {
  const color = status >= 500 ? "red" : status >= 400 ? "yellow" : "teal";
  return (
    <Badge variant="light" color={color} style={{ flexShrink: 0 }} miw={44}>
      {status}
    </Badge>
  );
}
