import { Badge, Container, Group, PasswordInput, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQuery } from "@tanstack/react-query";
import { api, PERSON, read } from "../../api/client.ts";
import { updateUser, useSession } from "../../api/session.ts";
import { NewPasswordInput } from "../../components/forms/inputs.tsx";
import { SectionForm } from "../../components/forms/submit.tsx";
import { Hint, SmallButton, Strong } from "../../components/inline.tsx";
import {
  PageTitle,
  ProblemCard,
  QueryView,
  Section,
  usePageTitle,
} from "../../components/page.tsx";
import { toast } from "../../components/toast.ts";
import { Time } from "../../components/values.tsx";
import { PersonLayout } from "../../layout/person-layout.tsx";
import { agentName } from "./agent-name.ts";

export default function AccountPage() {
  usePageTitle("Account");
  return (
    <PersonLayout>
      <Container size="sm" py="xl">
        <Stack gap="xl">
          <PageTitle>Account</PageTitle>
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
  return (
    <SectionForm
      title="Profile"
      description={user?.email}
      form={form}
      send={(body) => api.PATCH("/user/update", body)}
      onDone={(changed) => {
        updateUser(changed.user);
        toast("Your name was saved.");
      }}
      action="Save name"
    >
      <TextInput label="Name" required maxLength={100} {...form.getInputProps("name")} />
    </SectionForm>
  );
}

function PasswordForm() {
  const form = useForm({ initialValues: { currentPassword: "", password: "" } });
  return (
    <SectionForm
      title="Password"
      description="Changing your password ends all other sessions."
      form={form}
      send={(body) => api.PATCH("/user/update", body)}
      onDone={() => {
        form.reset();
        toast("Your password was changed. All other sessions have ended.");
      }}
      action="Change password"
    >
      <PasswordInput
        label="Current password"
        autoComplete="current-password"
        required
        {...form.getInputProps("currentPassword")}
      />
      <NewPasswordInput label="New password" {...form.getInputProps("password")} />
    </SectionForm>
  );
}

function Sessions() {
  const query = useQuery(read(PERSON, "/user/sessions", {}));
  const end = useMutation({
    mutationFn: (sessionId: string) =>
      api.PATCH("/user/sessions/{sessionId}/revoke", { sessionId }),
  });
  return (
    <Section
      title="Sessions"
      description="These browsers and command lines are signed in to your account. End each session that you do not recognize."
    >
      {end.isError && <ProblemCard error={end.error} />}
      <QueryView query={query} lines={2}>
        {({ sessions }) => (
          <Stack>
            {sessions.map(({ id, kind, agent, address, createdAt, lastUsedAt, current }) => (
              <Group key={id} justify="space-between" wrap="nowrap" align="flex-start">
                <Stack gap={2} miw={0}>
                  <Group gap="xs">
                    <Strong>{kind === "cli" ? "Command line" : agentName(agent)}</Strong>
                    {current && <Badge color="teal">This session</Badge>}
                  </Group>
                  <Hint title={agent}>
                    {address}
                    <br />
                    Signed in <Time at={createdAt} relative />. Last used{" "}
                    <Time at={lastUsedAt} relative />.
                  </Hint>
                </Stack>
                {!current && (
                  <SmallButton
                    label="End session"
                    flex="none"
                    aria-label={`End session at ${address}`}
                    loading={end.isPending && end.variables === id}
                    onClick={() => end.mutate(id)}
                  />
                )}
              </Group>
            ))}
          </Stack>
        )}
      </QueryView>
    </Section>
  );
}
