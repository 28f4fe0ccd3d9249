import { Badge, Button, Card, Group, Stack, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { Game } from "../../api/types.ts";
import { Time } from "../../components/time.tsx";

/** A game, with the ways into its two environments. */
export const GameCard = ({ game }: { game: Game }) => (
  <Card withBorder radius="lg" padding="lg">
    <Stack gap="sm" h="100%" justify="space-between">
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
          {game.currency} · {game.payer === "wallet" ? "gamers pay" : "the game pays"} · since{" "}
          <Time at={game.createdAt} relative />
        </Text>
      </Stack>
      <Group grow gap="xs" mt="xs">
        <Button component={Link} to={`/g/${game.id}/live`} variant="default" size="xs">
          Live
        </Button>
        <Button component={Link} to={`/g/${game.id}/test`} variant="default" size="xs">
          Test
        </Button>
      </Group>
    </Stack>
  </Card>
);
