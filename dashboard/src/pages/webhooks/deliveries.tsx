import { Code, Group, NativeSelect, ScrollArea, Table, Text, UnstyledButton } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { content } from "../../api/client.ts";
import { LIVE } from "../../api/query-client.ts";
import type { Delivery, Endpoint } from "../../api/types.ts";
import { TypeFilter } from "../../components/events/event-table.tsx";
import { labelEvent } from "../../components/events/labels.ts";
import { ClearFilters } from "../../components/forms/search-field.tsx";
import { Section } from "../../components/page/page.tsx";
import { LiveMark, QueryView } from "../../components/page/query-view.tsx";
import { Pager } from "../../components/tables/pager.tsx";
import links from "../../components/tables/row-link.module.css";
import { Time } from "../../components/values/time.tsx";
import { DELIVERY_LABELS, DeliveryBadge } from "../../components/webhooks.tsx";
import { useEnvironment } from "../../environment.ts";
import { DeliveryDrawer } from "./delivery-drawer.tsx";
import { DELIVERY_STATES, deliverySearch, type DeliverySearch } from "./search.ts";

function emptyText(isAll: boolean, nextCursor: string | null): string {
  if (isAll) return "No deliveries yet. Send a test event, or wait for the next event.";
  // The API looks through a limited number of deliveries per page.
  return nextCursor === null
    ? "No deliveries match these filters. Change or clear the filters."
    : "No deliveries on this page match these filters. To search earlier deliveries, choose Older.";
}

export function Deliveries({ endpoint }: { endpoint: Endpoint }) {
  const { id, api } = useEnvironment();
  const search = useSearch({ from: "/signed-in/g/$gameId/$mode/webhooks/$endpointId" });
  const navigate = useNavigate();
  const { open, ...filters } = search;
  const query = useQuery({
    queryKey: [id, "webhooks", endpoint.id, "deliveries", filters],
    queryFn: () => {
      const params = { path: { endpointId: endpoint.id }, query: filters };
      return content(api.GET("/webhook/{endpointId}/deliveries", { params }));
    },
    placeholderData: keepPreviousData,
    ...LIVE,
  });
  const onSearch = (next: DeliverySearch) =>
    void navigate({ to: ".", search: deliverySearch({ ...next }), resetScroll: false });
  const isAll = Object.keys(filters).length === 0;
  return (
    <Section
      title="Deliveries"
      description="Successful deliveries are kept for 7 days, all others for 30 days."
      action={query.data && <LiveMark />}
    >
      {!(isAll && query.data?.deliveries.length === 0) && (
        <FilterBar search={search} onSearch={onSearch} />
      )}
      <QueryView query={query}>
        {({ deliveries, nextCursor }) => (
          <>
            {deliveries.length === 0 ? (
              <Text c="dimmed" py="xl" ta="center">
                {emptyText(isAll, nextCursor)}
              </Text>
            ) : (
              <DeliveryTable
                deliveries={deliveries}
                onOpen={(eventId) => onSearch({ ...search, open: eventId })}
              />
            )}
            <Pager
              cursor={search.cursor}
              nextCursor={nextCursor}
              onCursor={(cursor) => onSearch({ ...filters, cursor: cursor ?? "" })}
            />
          </>
        )}
      </QueryView>
      {open !== undefined && (
        <DeliveryDrawer
          endpoint={endpoint}
          eventId={open}
          onClose={() => onSearch({ ...filters })}
        />
      )}
    </Section>
  );
}

interface FilterBarProps {
  search: DeliverySearch;
  onSearch: (search: DeliverySearch) => void;
}

const STATES = [
  { value: "", label: "All states" },
  ...DELIVERY_STATES.map((value) => ({ value, label: DELIVERY_LABELS[value].label })),
];

function FilterBar({ search: { state, type }, onSearch }: FilterBarProps) {
  // A new filter starts at the newest page.
  const change = (filter: object) => onSearch(deliverySearch({ state, type, ...filter }));
  return (
    <Group gap="sm" align="flex-end" role="search" aria-label="Filters">
      <NativeSelect
        label="State"
        size="xs"
        data={STATES}
        value={state ?? ""}
        onChange={({ currentTarget: { value } }) => change({ state: value })}
      />
      <TypeFilter value={type} onChange={(value) => change({ type: value })} />
      {(state !== undefined || type !== undefined) && <ClearFilters onClick={() => onSearch({})} />}
    </Group>
  );
}

interface DeliveryTableProps {
  deliveries: readonly Delivery[];
  onOpen: (eventId: string) => void;
}

const DeliveryTable = ({ deliveries, onOpen }: DeliveryTableProps) => (
  <ScrollArea tabIndex={0} role="region" aria-label="Deliveries">
    <Table miw={{ sm: 680 }} aria-label="Deliveries">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>State</Table.Th>
          <Table.Th>Event</Table.Th>
          <Table.Th ta="right" visibleFrom="sm">
            Sequence
          </Table.Th>
          <Table.Th ta="right" visibleFrom="sm">
            Attempts
          </Table.Th>
          <Table.Th visibleFrom="sm">First sent</Table.Th>
          <Table.Th visibleFrom="sm">Next attempt</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {deliveries.map((delivery) => (
          <DeliveryRow
            key={delivery.event.id}
            delivery={delivery}
            onOpen={() => onOpen(delivery.event.id)}
          />
        ))}
      </Table.Tbody>
    </Table>
  </ScrollArea>
);

function DeliveryRow({ delivery, onOpen }: { delivery: Delivery; onOpen: () => void }) {
  const { event, state, attempts, nextAttemptAt, createdAt } = delivery;
  return (
    <Table.Tr className={links["row"] ?? ""}>
      <Table.Td>
        <DeliveryBadge state={state} />
      </Table.Td>
      <Table.Td>
        <UnstyledButton className={links["link"] ?? ""} onClick={onOpen} fz="sm">
          {labelEvent(event.type)}
        </UnstyledButton>
        <Text size="xs" c="dimmed">
          <Code fz="xs">{event.type}</Code>
          <Text span inherit hiddenFrom="sm">
            {" "}
            #{event.sequence}, <Time at={createdAt} seconds />
          </Text>
        </Text>
      </Table.Td>
      <Table.Td ta="right" visibleFrom="sm" style={{ fontVariantNumeric: "tabular-nums" }}>
        {event.sequence}
      </Table.Td>
      <Table.Td ta="right" visibleFrom="sm" style={{ fontVariantNumeric: "tabular-nums" }}>
        {attempts}
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Time at={createdAt} seconds />
      </Table.Td>
      <Table.Td visibleFrom="sm">
        {nextAttemptAt === null ? "–" : <Time at={nextAttemptAt} relative />}
      </Table.Td>
    </Table.Tr>
  );
}
