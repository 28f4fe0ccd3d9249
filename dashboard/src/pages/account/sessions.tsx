import { Badge, Button, Group, Stack, Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { api } from "../../api/client.ts";
import { queryClient } from "../../api/query-client.ts";
import { ProblemCard } from "../../components/page/problem-card.tsx";
import { QueryView } from "../../components/page/query-view.tsx";
import { Section } from "../../components/page/section.tsx";
import { Time } from "../../components/values/time.tsx";
import { agentName } from "./agent-name.ts";

/** Where a person is signed in, to be ended one by one. */
export function Sessions() {
  const query = useQuery({
    queryKey: ["sessions"],
    queryFn: async () => (await api.GET("/user/sessions")).data?.sessions ?? [],
  });
  const end = useMutation({
    mutationFn: (sessionId: string) =>
      api.PATCH("/user/sessions/{sessionId}/revoke", { params: { path: { sessionId } } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["sessions"] }),
  });
  return (
    <Section
      title="Sessions"
      description="These browsers and command lines are signed in to your account. End each session that you do not recognize."
    >
      {end.isError && <ProblemCard error={end.error} />}
      <QueryView query={query} lines={2}>
        {(sessions) => (
          <Stack gap="sm">
            {sessions.map(({ id, kind, agent, address, createdAt, lastUsedAt, current }) => (
              <Group key={id} justify="space-between" wrap="nowrap" align="flex-start">
                <Stack gap={2} miw={0}>
                  <Group gap="xs">
                    <Text size="sm" fw={600}>
                      {kind === "cli" ? "Command line" : agentName(agent)}
                    </Text>
                    {current && (
                      <Badge variant="light" color="teal">
                        this session
                      </Badge>
                    )}
                  </Group>
                  <Text size="sm" c="dimmed" title={agent}>
                    {address}
                    <br />
                    Signed in <Time at={createdAt} relative />. Last used{" "}
                    <Time at={lastUsedAt} relative />.
                  </Text>
                </Stack>
                {!current && (
                  <Button
                    variant="default"
                    size="xs"
                    flex="none"
                    aria-label={`End session at ${address}`}
                    loading={end.isPending && end.variables === id}
                    onClick={() => end.mutate(id)}
                  >
                    End session
                  </Button>
                )}
              </Group>
            ))}
          </Stack>
        )}
      </QueryView>
    </Section>
  );
}
