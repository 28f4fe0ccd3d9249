import { Button, Stack, Text } from "@mantine/core";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { PageHeader } from "../../../components/page/page-header.tsx";
import { BY_NAME, Pager } from "../../../components/tables/pager.tsx";
import { QueryView } from "../../../components/page/query-view.tsx";
import { SearchField } from "../../../components/forms/search-field.tsx";
import { may, pathIn, useEnvironment } from "../../../environment.ts";
import { GamerTable } from "./gamer-table.tsx";
import { NoGamers } from "./no-gamers.tsx";
import { useGamers, type GamerSearch } from "./reads.ts";

const MOST_CHARACTERS = 64;

/** The gamers of an environment, by handle. */
export function GamersPage() {
  const search = useSearch({ from: "/signed-in/g/$gameId/$mode/gamers" });
  const navigate = useNavigate();
  const query = useGamers(search);
  const { handle, cursor } = search;
  const onSearch = (next: GamerSearch, replace = false) =>
    void navigate({ to: ".", search: next, replace });
  const isEmpty = handle === undefined && cursor === undefined && query.data?.gamers.length === 0;
  return (
    <>
      <PageHeader
        title="Gamers"
        description="Players of your game. Your backend gives each gamer a handle."
      />
      {!isEmpty && (
        <SearchField
          aria-label="Handle begins with"
          placeholder="Handle begins with…"
          size="xs"
          maw={320}
          mb="md"
          maxLength={MOST_CHARACTERS}
          value={handle ?? ""}
          // Another filter is another list, which begins with its first page.
          onSearch={(value) => onSearch(value === "" ? {} : { handle: value }, true)}
        />
      )}
      <QueryView query={query} lines={8}>
        {({ gamers, nextCursor }) =>
          isEmpty ? (
            <NoGamers />
          ) : (
            <>
              {gamers.length > 0 ? <GamerTable gamers={gamers} /> : <NoMatch handle={handle} />}
              <Pager
                order={BY_NAME}
                cursor={cursor}
                nextCursor={nextCursor}
                onCursor={(next) =>
                  onSearch({
                    ...(handle !== undefined && { handle }),
                    ...(next !== undefined && { cursor: next }),
                  })
                }
              />
            </>
          )
        }
      </QueryView>
    </>
  );
}

function NoMatch({ handle = "" }: { handle: string | undefined }) {
  const environment = useEnvironment();
  return (
    <Stack gap="sm" align="center" py="xl">
      <Text c="dimmed" ta="center">
        No handle begins with “{handle}”. Handles are case-sensitive.
      </Text>
      {may(environment, "entries:write") && (
        <Button
          component={Link}
          to={pathIn(environment, `gamers/${encodeURIComponent(handle)}`)}
          variant="default"
          size="xs"
        >
          Create gamer
        </Button>
      )}
    </Stack>
  );
}
