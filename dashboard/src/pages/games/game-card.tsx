import { Badge, Card, Group, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { Game } from "../../api/types.ts";
import { Dot } from "../../components/values/dot.tsx";
import { Time } from "../../components/values/time.tsx";
import classes from "./game-card.module.css";
import { OpenTournaments } from "./open-tournaments.tsx";

const MODES = [
  { mode: "live", label: "Live", color: "teal" },
  { mode: "test", label: "Test", color: "yellow" },
] as const;

/** A game, with the ways into its two environments and what is open in each. */
export const GameCard = ({ game }: { game: Game }) => (
  <Card withBorder radius="lg" padding="lg">
    <Stack gap="md" h="100%" justify="space-between">
      <Stack gap={4}>
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Title order={2} size="h4" style={{ overflowWrap: "anywhere" }}>
            {game.name}
          </Title>
          <Badge variant="light" color="gray" style={{ flexShrink: 0 }}>
            {game.role}
          </Badge>
        </Group>
        <Text size="sm" c="dimmed">
          {game.currency} · {game.payer === "wallet" ? "gamers pay fees" : "game pays fees"} ·
          created <Time at={game.createdAt} relative />
        </Text>
      </Stack>
      <SimpleGrid cols={2} spacing="xs">
        {MODES.map(({ mode, label, color }) => (
          <Link
            key={mode}
            to="/g/$gameId/$mode"
            params={{ gameId: game.id, mode }}
            className={classes["mode"] ?? ""}
          >
            <Group gap={6} wrap="nowrap">
              <Dot color={color} />
              <Text size="xs" c="dimmed" fw={500}>
                {label}
              </Text>
            </Group>
            <OpenTournaments environmentId={game.environments[mode].id} />
          </Link>
        ))}
      </SimpleGrid>
    </Stack>
  </Card>
);
