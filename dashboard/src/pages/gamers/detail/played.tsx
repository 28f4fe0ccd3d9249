import { Anchor, Group, Stack, Text } from "@mantine/core";
import { useQueries } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { content } from "../../../api/content.ts";
import type { Transaction } from "../../../api/types.ts";
import { Money } from "../../../components/money.tsx";
import { Section } from "../../../components/section.tsx";
import { pathIn, useEnvironment } from "../../../layout/environment.ts";
import { playedOf } from "./played-of.ts";

// Each is one more read.
const MOST = 8;
const KNOWN_FOR_MS = 60_000;

/** The tournaments that a gamer's transactions belong to, and what each came to for the wallet. */
export function Played({ transactions }: { transactions: readonly Transaction[] }) {
  const environment = useEnvironment();
  const { api } = environment;
  const played = playedOf(transactions).slice(0, MOST);
  const tournaments = useQueries({
    queries: played.map(({ tournamentId }) => ({
      queryKey: [environment.id, "tournament", tournamentId],
      queryFn: async () => {
        const params = { path: { tournamentId } };
        return (await content(api.GET("/tournament/{tournamentId}", { params }))).tournament;
      },
      staleTime: KNOWN_FOR_MS,
    })),
  });
  if (played.length === 0) return null;
  return (
    <Section
      title="Tournaments"
      description={
        environment.game.payer === "wallet"
          ? "Those that moved this wallet lately."
          : "Those that paid into this wallet lately. Entry fees are paid by the game."
      }
    >
      <Stack gap="xs">
        {played.map(({ tournamentId, words, amount, currency }, index) => (
          <Group key={tournamentId} justify="space-between" wrap="nowrap" gap="md">
            <Anchor
              component={Link}
              to={pathIn(environment, `tournaments/${tournamentId}`)}
              size="sm"
              fw={550}
              truncate
            >
              {tournaments[index]?.data?.name ?? tournamentId}
            </Anchor>
            <Group gap="md" wrap="nowrap">
              <Text size="sm" c="dimmed" visibleFrom="xs">
                {words}
              </Text>
              <Text size="sm" component="div">
                <Money amount={amount} currency={currency} signed />
              </Text>
            </Group>
          </Group>
        ))}
      </Stack>
    </Section>
  );
}
