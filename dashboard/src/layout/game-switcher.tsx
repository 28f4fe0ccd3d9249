import { Button, Menu, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { readGames } from "../api/games.ts";
import { IconPlus, IconSelector } from "../components/icons.ts";
import type { Environment } from "../environment.ts";

/** Names the game and leads to the others. */
export function GameSwitcher({ environment: { game, mode } }: { environment: Environment }) {
  const games = useQuery({
    queryKey: ["games"],
    queryFn: readGames,
    staleTime: 30_000,
  });
  return (
    <Menu position="bottom-start" width={260}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          px="xs"
          maw={{ base: 130, xs: 200, md: 260 }}
          rightSection={<IconSelector size={14} />}
          aria-label={`Game: ${game.name}`}
        >
          <Text fw={600} size="sm" truncate c="var(--mantine-color-text)">
            {game.name}
          </Text>
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={420} style={{ overflowY: "auto" }}>
        <Menu.Label>Games</Menu.Label>
        {games.data?.map((each) => (
          <Menu.Item
            key={each.id}
            component={Link}
            to={`/g/${each.id}/${mode}`}
            fw={each.id === game.id ? 650 : undefined}
          >
            {each.name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item component={Link} to="/new-game" leftSection={<IconPlus size={16} />}>
          Create game
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
