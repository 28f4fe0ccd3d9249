import { Card, Container, Group, SimpleGrid, Skeleton, Stack, Text, Title } from "@mantine/core";
import { IconDeviceGamepad2, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { gamesQuery, read, sourceIn } from "../api/client.ts";
import type { Game } from "../api/schema.d.ts";
import { Fine, Hint } from "../components/inline.tsx";
import { EmptyState, PageTitle, QueryView, usePageTitle } from "../components/page.tsx";
import { RouteButton } from "../components/route-link.tsx";
import { Dot, StateBadge, Time, toColor, toLabel } from "../components/values.tsx";
import { MODES } from "../environment.ts";
import { PersonLayout } from "../layout/person-layout.tsx";
import classes from "./games-page.module.css";

const create = (
  <RouteButton to="/new-game" leftSection={<IconPlus size={16} />}>
    Create game
  </RouteButton>
);

export default function GamesPage() {
  usePageTitle("Games");
  const query = useQuery(gamesQuery);
  const isEmpty = query.data?.games.length === 0;
  return (
    <PersonLayout>
      <Container size="lg" py="xl">
        <Group justify="space-between" mb="lg">
          <PageTitle>Games</PageTitle>
          {query.data && !isEmpty && create}
        </Group>
        <QueryView query={query} empty={isEmpty && <NoGames />}>
          {({ games }) => (
            <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
              {games.map((game) => (
                <GameCard key={game.id} game={game} />
              ))}
            </SimpleGrid>
          )}
        </QueryView>
      </Container>
    </PersonLayout>
  );
}

const NoGames = () => (
  <EmptyState icon={IconDeviceGamepad2} title="No games yet" action={create}>
    A game holds tournaments, gamers, money and API keys. Each game has a live environment and a
    separate test environment.
  </EmptyState>
);

const GameCard = ({ game }: { game: Game }) => (
  <Card withBorder radius="lg" padding="lg">
    <Stack gap="md" h="100%" justify="space-between">
      <Stack gap={4}>
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Title order={2} size="h4" style={{ overflowWrap: "anywhere" }}>
            {game.name}
          </Title>
          <StateBadge state={game.role} />
        </Group>
        <Hint>
          {game.currency} · {game.payer === "wallet" ? "gamers pay fees" : "game pays fees"} ·
          created <Time at={game.createdAt} relative />
        </Hint>
      </Stack>
      <SimpleGrid cols={2} spacing="xs">
        {MODES.map((mode) => (
          <Link
            key={mode}
            to="/g/$gameId/$mode"
            params={{ gameId: game.id, mode }}
            className={classes["mode"] ?? ""}
          >
            <Group gap={6} wrap="nowrap">
              <Dot color={toColor(mode)} />
              <Fine fw={500}>{toLabel(mode)}</Fine>
            </Group>
            <OpenTournaments environmentId={game.environments[mode].id} />
          </Link>
        ))}
      </SimpleGrid>
    </Stack>
  </Card>
);

function OpenTournaments({ environmentId: id }: { environmentId: string }) {
  const { data, isLoading } = useQuery({
    ...read(sourceIn(id), "/tournament", { status: "published", limit: 100 }),
    staleTime: 10_000,
  });
  const count = data && `${data.tournaments.length}${data.nextCursor === null ? "" : "+"}`;
  return (
    <>
      {isLoading ? (
        <Skeleton height={22} width={28} my={3} />
      ) : (
        <Text size="lg" fw={620} {...(count === "0" && { c: "dimmed" })}>
          {count ?? "–"}
        </Text>
      )}
      <Fine>open {count === "1" ? "tournament" : "tournaments"}</Fine>
    </>
  );
}
