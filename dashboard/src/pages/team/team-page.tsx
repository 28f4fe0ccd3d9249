import { Badge, Button, Group, Select, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { notifications } from "@mantine/notifications";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../api/client.ts";
import { queryClient } from "../../api/query-client.ts";
import type { Invitation } from "../../api/types.ts";
import { FormDialog, useSubmit } from "../../components/forms/submit.tsx";
import { IconPlus } from "../../components/icons.ts";
import { PageHeader, Section } from "../../components/page/page.tsx";
import { ProblemCard, QueryView } from "../../components/page/query-view.tsx";
import { Time } from "../../components/values/time.tsx";
import { may, useEnvironment } from "../../environment.ts";
import { Members } from "./members.tsx";
import { type Role, ROLES } from "./roles.ts";

export function TeamPage() {
  const environment = useEnvironment();
  const gameId = environment.game.id;
  const [isInviting, setInviting] = useState(false);
  const query = useQuery({
    queryKey: ["members", gameId],
    queryFn: async () =>
      (await api.GET("/game/{gameId}/members", { params: { path: { gameId } } })).data,
  });
  return (
    <>
      <PageHeader
        title="Team"
        description="Owners can do everything. Developers can manage tournaments, keys and webhooks, but can move money only in the test environment. Viewers can only read."
        actions={
          may(environment, "members:write") && (
            <Button leftSection={<IconPlus size={16} />} onClick={() => setInviting(true)}>
              Invite member
            </Button>
          )
        }
      />
      <QueryView query={query}>
        {(team) => (
          <Stack>
            <Members members={team?.members ?? []} />
            <Section title="Invitations">
              {team?.invitations.length ? (
                <Invitations invitations={team.invitations} />
              ) : (
                <Text size="sm" c="dimmed">
                  No open invitations. An owner can invite members.
                </Text>
              )}
            </Section>
          </Stack>
        )}
      </QueryView>
      {isInviting && <InviteMember onClose={() => setInviting(false)} />}
    </>
  );
}

function Invitations({ invitations }: { invitations: readonly Invitation[] }) {
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

interface NewInvitation extends Record<string, unknown> {
  email: string;
  role: Role;
}

function InviteMember({ onClose }: { onClose: () => void }) {
  const gameId = useEnvironment().game.id;
  const form = useForm<NewInvitation>({ initialValues: { email: "", role: "developer" } });
  const submission = useSubmit(
    form,
    (body) => api.POST("/game/{gameId}/members/invite", { params: { path: { gameId } }, body }),
    (_, { email }) => {
      void queryClient.invalidateQueries({ queryKey: ["members", gameId] });
      notifications.show({ message: `The invitation to ${email} was sent.` });
      onClose();
    },
  );
  return (
    <FormDialog
      title="Invite a member"
      submission={submission}
      back="Cancel"
      action="Invite member"
      onClose={onClose}
    >
      <TextInput
        label="Email"
        type="email"
        required
        data-autofocus
        {...form.getInputProps("email")}
      />
      <Select label="Role" data={ROLES} allowDeselect={false} {...form.getInputProps("role")} />
    </FormDialog>
  );
}
