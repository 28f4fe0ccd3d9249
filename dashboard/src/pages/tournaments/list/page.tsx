import { Button, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { content } from "../../../api/content.ts";
import { LIVE } from "../../../api/live.ts";
import { IconPlus } from "../../../components/icons.ts";
import { PageHeader } from "../../../components/page/page-header.tsx";
import { Pager } from "../../../components/tables/pager.tsx";
import { QueryView } from "../../../components/page/query-view.tsx";
import { may, pathIn, useEnvironment } from "../../../environment.ts";
import { FilterBar } from "./filter-bar.tsx";
import { NoTournaments } from "./no-tournaments.tsx";
import { atCursor, tournamentQuery, type TournamentSearch } from "./search.ts";
import { TournamentTable } from "./tournament-table.tsx";

const FROM = "/signed-in/g/$gameId/$mode/tournaments/";

/** The tournaments of an environment, newest first. */
export function TournamentsPage() {
  const environment = useEnvironment();
  const search = useSearch({ from: FROM });
  const navigate = useNavigate();
  const query = useQuery({
    queryKey: [environment.id, "tournaments", search],
    queryFn: () =>
      content(environment.api.GET("/tournament", { params: { query: tournamentQuery(search) } })),
    placeholderData: keepPreviousData,
    ...LIVE,
  });
  const onSearch = (next: TournamentSearch) => void navigate({ to: ".", search: next });
  const isAll = Object.keys(search).length === 0;
  const isEmpty = isAll && query.data?.tournaments.length === 0;
  return (
    <>
      <PageHeader
        title="Tournaments"
        actions={
          !isEmpty &&
          may(environment, "tournaments:write") && (
            <Button
              component={Link}
              to={pathIn(environment, "tournaments/new")}
              leftSection={<IconPlus size={16} />}
            >
              Create
              <Text component="span" inherit visibleFrom="sm">
                &nbsp;tournament
              </Text>
            </Button>
          )
        }
      />
      {!isEmpty && <FilterBar search={search} onSearch={onSearch} />}
      <QueryView query={query} lines={8}>
        {({ tournaments, nextCursor }) =>
          isEmpty ? (
            <NoTournaments />
          ) : (
            <>
              {tournaments.length > 0 ? (
                <TournamentTable tournaments={tournaments} />
              ) : (
                <Text c="dimmed" py="xl" ta="center">
                  No tournaments match these filters. Change or clear the filters.
                </Text>
              )}
              <Pager
                cursor={search.cursor}
                nextCursor={nextCursor}
                onCursor={(cursor) => onSearch(atCursor(search, cursor))}
              />
            </>
          )
        }
      </QueryView>
    </>
  );
}
