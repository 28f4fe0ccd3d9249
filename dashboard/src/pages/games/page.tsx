import { Button, Container, Group, SimpleGrid, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { readGames } from "../../api/games.ts";
import { IconDeviceGamepad, IconPlus } from "../../components/icons.ts";
import { EmptyState } from "../../components/page/empty-state.tsx";
import { usePageTitle } from "../../components/page/page-title.ts";
import { QueryView } from "../../components/page/query-view.tsx";
import { PersonLayout } from "../../layout/person-layout.tsx";
import { GameCard } from "./game-card.tsx";

const create = (
  <Button component={Link} to="/new-game" leftSection={<IconPlus size={16} />}>
    Create game
  </Button>
);

/** The games that a person is a member of. */
export function GamesPage() {
  usePageTitle("Games");
  const query = useQuery({
    queryKey: ["games"],
    queryFn: readGames,
  });
  return (
    <PersonLayout>
      <Container size="lg" py="xl">
        <Group justify="space-between" mb="lg">
          <Title order={1} size="h2">
            Games
          </Title>
          {query.data && query.data.length > 0 && create}
        </Group>
        <QueryView query={query}>
          {(games) =>
            games.length === 0 ? (
              <EmptyState
                icon={<IconDeviceGamepad size={28} />}
                title="No games yet"
                action={create}
              >
                A game holds tournaments, gamers, money and API keys. Each game has a live
                environment and a separate test environment.
              </EmptyState>
            ) : (
              <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
                {games.map((game) => (
                  <GameCard key={game.id} game={game} />
                ))}
              </SimpleGrid>
            )
          }
        </QueryView>
      </Container>
    </PersonLayout>
  );
}
