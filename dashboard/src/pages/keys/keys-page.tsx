import { Badge, Button, Group, ScrollArea, Stack, Table, Text, Tooltip } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ApiKey } from "../../api/types.ts";
import { IconKey, IconPlus } from "../../components/icons.ts";
import { usePeople } from "../../components/names.ts";
import { EmptyState, PageHeader } from "../../components/page/page.tsx";
import { QueryView } from "../../components/page/query-view.tsx";
import { Time } from "../../components/values/time.tsx";
import { may, useEnvironment } from "../../environment.ts";
import { CreateKey, type Issued, KeyActions, NewSecret } from "./key-dialogs.tsx";
import { describeScopes } from "./scopes.ts";

export function KeysPage() {
  const environment = useEnvironment();
  const { id, api } = environment;
  const [isCreating, setCreating] = useState(false);
  const [issued, setIssued] = useState<Issued>();
  const query = useQuery({
    queryKey: [id, "keys"],
    queryFn: async () => (await api.GET("/key", {})).data?.keys ?? [],
  });
  const create = may(environment, "keys:write") && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setCreating(true)}>
      Create key
    </Button>
  );
  return (
    <>
      <PageHeader
        title="API keys"
        description="Your backend sends an API key with every request. Keep keys on your servers, because anyone with a key can act as your game."
        actions={query.data && query.data.length > 0 && create}
      />
      <Stack>
        {issued && <NewSecret issued={issued} onClose={() => setIssued(undefined)} />}
        <QueryView query={query}>
          {(keys) =>
            keys.length === 0 ? (
              <EmptyState icon={<IconKey size={28} />} title="No API keys yet" action={create}>
                With an API key, your backend can create tournaments, add gamers and end
                tournaments. The secret is shown only once. Store the secret like a database
                password.
              </EmptyState>
            ) : (
              <KeyTable keys={keys} onIssued={setIssued} />
            )
          }
        </QueryView>
      </Stack>
      {isCreating && (
        <CreateKey
          onClose={() => setCreating(false)}
          onIssued={(key) => {
            setCreating(false);
            setIssued(key);
          }}
        />
      )}
    </>
  );
}

interface KeyTableProps {
  keys: readonly ApiKey[];
  onIssued: (issued: Issued) => void;
}

const COLORS = { active: "teal", rolling: "yellow", revoked: "gray", expired: "gray" } as const;
const DAY_MS = 86_400_000;
const SOON_MS = 7 * DAY_MS;
const UNUSED_MS = 90 * DAY_MS;

function KeyTable({ keys, onIssued }: KeyTableProps) {
  const environment = useEnvironment();
  const people = usePeople();
  return (
    <ScrollArea tabIndex={0} role="region" aria-label="API keys">
      <Table miw={{ sm: 720 }}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th visibleFrom="sm">Key</Table.Th>
            <Table.Th visibleFrom="sm">Permissions</Table.Th>
            <Table.Th visibleFrom="sm">Last used</Table.Th>
            <Table.Th>State</Table.Th>
            <Table.Th aria-label="Actions" />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {keys.map((key) => (
            <Table.Tr key={key.id}>
              <Table.Td>
                <Text size="sm" fw={600}>
                  {key.name}
                </Text>
                <Text size="xs" c="dimmed" visibleFrom="sm">
                  Created <Time at={key.createdAt} relative />
                  {people?.has(key.createdBy ?? "") && ` by ${people.get(key.createdBy ?? "")}`}
                </Text>
                <Text size="xs" ff="monospace" hiddenFrom="sm">
                  {key.hint}…
                </Text>
              </Table.Td>
              <Table.Td ff="monospace" fz="xs" visibleFrom="sm">
                {key.hint}…
              </Table.Td>
              <Table.Td visibleFrom="sm">
                <Text size="sm">{describeScopes(key.scopes)}</Text>
                {key.ipRanges.length > 0 && (
                  <Tooltip label={key.ipRanges.join(", ")}>
                    <Text size="xs" c="dimmed">
                      limited to {key.ipRanges.length} address range{key.ipRanges.length > 1 && "s"}
                    </Text>
                  </Tooltip>
                )}
              </Table.Td>
              <Table.Td visibleFrom="sm">
                <LastUse apiKey={key} />
              </Table.Td>
              <Table.Td>
                <State apiKey={key} />
              </Table.Td>
              <Table.Td>
                {may(environment, "keys:write") && <KeyActions apiKey={key} onIssued={onIssued} />}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  );
}

function LastUse({
  apiKey: { lastUsedAt, lastUsedAddress, createdAt, state },
}: {
  apiKey: ApiKey;
}) {
  const isIdle = state === "active" && Date.now() - Date.parse(lastUsedAt ?? createdAt) > UNUSED_MS;
  return (
    <Stack gap={2}>
      <Text size="sm">{lastUsedAt ? <Time at={lastUsedAt} relative /> : "never"}</Text>
      {lastUsedAddress && (
        <Text size="xs" c="dimmed">
          from {lastUsedAddress}
        </Text>
      )}
      {isIdle && (
        <Badge variant="light" color="yellow" size="sm">
          unused for 90 days
        </Badge>
      )}
    </Stack>
  );
}

function State({ apiKey: { state, expiresAt, endsAt } }: { apiKey: ApiKey }) {
  const isEnding = state === "active" && expiresAt && Date.parse(expiresAt) - Date.now() < SOON_MS;
  return (
    <Stack gap={2}>
      <Group gap="xs">
        <Badge variant="light" color={isEnding ? "yellow" : COLORS[state]}>
          {isEnding ? "expires soon" : state}
        </Badge>
      </Group>
      {state === "rolling" && endsAt && (
        <Text size="xs" c="dimmed">
          works until <Time at={endsAt} />
        </Text>
      )}
      {state === "active" && expiresAt && (
        <Text size="xs" c="dimmed">
          expires <Time at={expiresAt} />
        </Text>
      )}
    </Stack>
  );
}
