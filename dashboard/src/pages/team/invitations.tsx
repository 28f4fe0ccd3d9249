import { Badge, Button, Group, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { api } from "../../api/client.ts";
import type { Invitation } from "../../api/types.ts";
import { queryClient } from "../../api/query-client.ts";
import { ProblemCard } from "../../components/page/problem-card.tsx";
import { Time } from "../../components/values/time.tsx";
import { may, useEnvironment } from "../../environment.ts";

/** Who is invited and has not come yet. */
export function Invitations({ invitations }: { invitations: readonly Invitation[] }) {
  const environment = useEnvironment();
  const gameId = environment.game.id;
  const withdraw = useMutation({
    mutationFn: (invitationId: string) =>
      api.PATCH("/game/{gameId}/invitations/{invitationId}/withdraw", {
        params: { path: { gameId, invitationId } },
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["members", gameId] }),
  });
  return (
    <Stack>
      {withdraw.isError && <ProblemCard error={withdraw.error} />}
      {invitations.map(({ id, email, role, expiresAt }) => (
        <Group key={id} justify="space-between">
          <div>
            <Text size="sm" fw={600}>
              {email}
            </Text>
            <Text size="sm" c="dimmed">
              Expires <Time at={expiresAt} relative />
            </Text>
          </div>
          <Group gap="xs">
            <Badge variant="light" color="gray">
              {role}
            </Badge>
            {may(environment, "members:write") && (
              <Button
                variant="default"
                size="xs"
                aria-label={`Withdraw invitation of ${email}`}
                loading={withdraw.isPending && withdraw.variables === id}
                onClick={() => withdraw.mutate(id)}
              >
                Withdraw invitation
              </Button>
            )}
          </Group>
        </Group>
      ))}
    </Stack>
  );
}
