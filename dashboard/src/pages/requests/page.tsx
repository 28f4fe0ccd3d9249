import { Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { content } from "../../api/content.ts";
import { LIVE } from "../../api/live.ts";
import { IconListDetails } from "../../components/icons.ts";
import { CodeBlock } from "../../components/code/code-block.tsx";
import { curl } from "../../components/code/curl.ts";
import { EmptyState } from "../../components/page/empty-state.tsx";
import { PageHeader } from "../../components/page/page-header.tsx";
import { Pager } from "../../components/tables/pager.tsx";
import { QueryView } from "../../components/page/query-view.tsx";
import { useEnvironment } from "../../environment.ts";
import { FilterBar } from "./filter-bar.tsx";
import { RequestDrawer } from "./request-drawer.tsx";
import { RequestTable } from "./request-table.tsx";
import { requestSearch, type RequestSearch } from "./search.ts";

/** What callers asked for, and how they were answered. */
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
