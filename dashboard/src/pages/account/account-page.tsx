import {
  Badge,
  Button,
  Container,
  Group,
  PasswordInput,
  Stack,
  Text,
  TextInput,
  Title,
} from "@mantine/core";
import { useForm } from "@mantine/form";
import { notifications } from "@mantine/notifications";
import { useMutation, useQuery } from "@tanstack/react-query";
import { api } from "../../api/client.ts";
import { queryClient } from "../../api/query-client.ts";
import { updateUser, useSession } from "../../api/session.ts";
import { Form, useSubmit } from "../../components/forms/submit.tsx";
import { Section, usePageTitle } from "../../components/page/page.tsx";
import { ProblemCard, QueryView } from "../../components/page/query-view.tsx";
import { Time } from "../../components/values/time.tsx";
import { PersonLayout } from "../../layout/person-layout.tsx";
import { agentName } from "./agent-name.ts";

export function AccountPage() {
  usePageTitle("Account");
  return (
    <PersonLayout>
      <Container size="sm" py="xl">
        <Stack gap="xl">
          <Title order={1} size="h2">
            Account
          </Title>
          <NameForm />
          <PasswordForm />
          <Sessions />
        </Stack>
      </Container>
    </PersonLayout>
  );
}

function NameForm() {
  const session = useSession();
  const user = session.state === "signed in" ? session.user : undefined;
  const form = useForm({ initialValues: { name: user?.name ?? "" } });
  const submission = useSubmit(
    form,
    async (body) => (await api.PATCH("/user/update", { body })).data?.user,
    (changed) => {
      if (changed !== undefined) updateUser(changed);
      notifications.show({ message: "Your name was saved." });
    },
  );
  return (
    <Section title="Profile" description={user?.email}>
      <Form submission={submission}>
        <TextInput label="Name" required maxLength={100} {...form.getInputProps("name")} />
        <Group justify="flex-end">
          <Button type="submit" variant="default" loading={submission.isSending}>
            Save name
          </Button>
        </Group>
      </Form>
    </Section>
  );
}

function PasswordForm() {
  const form = useForm({ initialValues: { currentPassword: "", password: "" } });
  const submission = useSubmit(
    form,
    (body) => api.PATCH("/user/update", { body }),
    () => {
      form.reset();
      void queryClient.invalidateQueries({ queryKey: ["sessions"] });
      notifications.show({ message: "Your password was changed. All other sessions have ended." });
    },
  );
  return (
    <Section title="Password" description="Changing your password ends all other sessions.">
      <Form submission={submission}>
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          required
          {...form.getInputProps("currentPassword")}
        />
        <PasswordInput
          label="New password"
          autoComplete="new-password"
          required
          minLength={10}
          maxLength={128}
          {...form.getInputProps("password")}
        />
        <Group justify="flex-end">
          <Button type="submit" variant="default" loading={submission.isSending}>
            Change password
          </Button>
        </Group>
      </Form>
    </Section>
  );
}

function Sessions() {
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
