import { Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { content } from "../../../../api/content.ts";
import { LIVE } from "../../../../api/live.ts";
import type { Endpoint } from "../../../../api/types.ts";
import { LiveMark } from "../../../../components/page/live-mark.tsx";
import { Pager } from "../../../../components/tables/pager.tsx";
import { QueryView } from "../../../../components/page/query-view.tsx";
import { Section } from "../../../../components/page/section.tsx";
import { useEnvironment } from "../../../../environment.ts";
import { deliverySearch, type DeliverySearch } from "../search.ts";
import { DeliveryDrawer } from "./delivery-drawer.tsx";
import { DeliveryTable } from "./delivery-table.tsx";
import { FilterBar } from "./filter-bar.tsx";

function emptyText(isAll: boolean, nextCursor: string | null): string {
  if (isAll) return "No deliveries yet. Send a test event, or wait for the next event.";
  // Of a type that is rare, one page looks through so many deliveries only.
  return nextCursor === null
    ? "No deliveries match these filters. Change or clear the filters."
    : "No deliveries on this page match these filters. To search earlier deliveries, choose Older.";
}

/** What became of each event at an endpoint. */
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
