import { Avatar, Badge, Group, Select, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconPlus } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { api, gamesQuery } from "../../api/client.ts";
import { queryClient } from "../../api/query-client.ts";
import type { Game, Invitation, Member } from "../../api/schema.d.ts";
import { useSession } from "../../api/session.ts";
import {
  Confirm,
  DialogButton,
  FormDialog,
  CloseContext,
} from "../../components/forms/dialogs.tsx";
import { Hint, SmallButton, Strong } from "../../components/inline.tsx";
import { PageHeader, ProblemCard, QueryView, Section } from "../../components/page.tsx";
import { toast } from "../../components/toast.ts";
import { StateBadge, Time, toChoices } from "../../components/values.tsx";
import { may, useEnvironment, useRead } from "../../environment.ts";

export default function TeamPage() {
  const environment = useEnvironment();
  const query = useRead("/game/{gameId}/members", { gameId: environment.game.id });
  return (
    <>
      <PageHeader
        title="Team"
        description="Owners can do everything. Developers can manage tournaments, keys and webhooks, but can move money only in the test environment. Viewers can only read."
        actions={
          may(environment, "members:write") && (
            <DialogButton icon={IconPlus} label="Invite member" dialog={<InviteMember />} />
          )
        }
      />
      <QueryView query={query}>
        {({ members, invitations }) => (
          <Stack>
            <Members members={members} />
            <Section title="Invitations">
              {invitations.length > 0 ? (
                <Invitations invitations={invitations} />
              ) : (
                <Hint>No open invitations. An owner can invite members.</Hint>
              )}
            </Section>
          </Stack>
        )}
      </QueryView>
    </>
  );
}

function Invitations({ invitations }: { invitations: readonly Invitation[] }) {
  const environment = useEnvironment();
  const gameId = environment.game.id;
  const withdraw = useMutation({
    mutationFn: (invitationId: string) =>
      api.PATCH("/game/{gameId}/invitations/{invitationId}/withdraw", { gameId, invitationId }),
  });
  return (
    <Stack>
      {withdraw.isError && <ProblemCard error={withdraw.error} />}
      {invitations.map(({ id, email, role, expiresAt }) => (
        <Group key={id} justify="space-between">
          <div>
            <Strong>{email}</Strong>
            <Hint>
              Expires <Time at={expiresAt} relative />
            </Hint>
          </div>
          <Group gap="xs">
            <StateBadge state={role} />
            {may(environment, "members:write") && (
              <SmallButton
                label="Withdraw invitation"
                aria-label={`Withdraw invitation of ${email}`}
                loading={withdraw.isPending && withdraw.variables === id}
                onClick={() => withdraw.mutate(id)}
              />
            )}
          </Group>
        </Group>
      ))}
    </Stack>
  );
}

function InviteMember() {
  const gameId = useEnvironment().game.id;
  const form = useForm<{ email: string; role: Role }>({
    initialValues: { email: "", role: "developer" },
  });
  return (
    <FormDialog
      title="Invite a member"
      form={form}
      send={(values) => api.POST("/game/{gameId}/members/invite", { gameId, ...values })}
      onDone={(_, { email }) => toast(`The invitation to ${email} was sent.`)}
      action="Invite member"
    >
      <TextInput
        label="Email"
        type="email"
        required
        data-autofocus
        {...form.getInputProps("email")}
      />
      <Select label="Role" data={toChoices(ROLES)} {...form.getInputProps("role")} />
    </FormDialog>
  );
}

function Members({ members }: { members: readonly Member[] }) {
  const { game } = useEnvironment();
  const session = useSession();
  const [myNext, setMyNext] = useState<Role>();
  const me = session.state === "signed in" ? session.user.id : undefined;
  const change = useMutation({
    mutationFn: (input: { userId: string; role: Role }) =>
      api.PATCH("/game/{gameId}/members/{userId}/update", { gameId: game.id, ...input }),
  });
  return (
    <Section title="Members">
      {change.isError && <ProblemCard error={change.error} />}
      <Stack>
        {members.map((member) => (
          <MemberRow
            key={member.userId}
            member={member}
            isMe={member.userId === me}
            onChange={(role) => {
              if (member.userId === me && isLess(role, member.role)) setMyNext(role);
              else if (role !== member.role) change.mutate({ userId: member.userId, role });
            }}
          />
        ))}
      </Stack>
      {myNext && me !== undefined && (
        <CloseContext value={() => setMyNext(undefined)}>
          <Confirm
            title="Lower your own role"
            action={`Change role to ${myNext}`}
            act={() => change.mutateAsync({ userId: me, role: myNext })}
          >
            As a {myNext} of <b>{game.name}</b>, you {MAY[myNext]}. You cannot restore your current
            role yourself. Only another owner can restore it.
          </Confirm>
        </CloseContext>
      )}
    </Section>
  );
}

interface MemberRowProps extends RemoveMemberProps {
  onChange: (role: Role) => void;
}

function MemberRow({ member, isMe, onChange }: MemberRowProps) {
  const { name, email, role } = member;
  const mayWrite = may(useEnvironment(), "members:write");
  return (
    <Group justify="space-between">
      <Group wrap="nowrap" miw={0}>
        <Avatar name={name} color="initials" radius="xl" alt="" />
        <div>
          <Strong>
            {name} {isMe && <Badge>You</Badge>}
          </Strong>
          <Hint style={{ overflowWrap: "anywhere" }}>{email}</Hint>
        </div>
      </Group>
      <Group gap="xs">
        {mayWrite ? (
          <Select
            size="xs"
            w={130}
            aria-label={`Role of ${name}`}
            data={toChoices(ROLES)}
            value={role}
            onChange={(value) => isRole(value) && onChange(value)}
          />
        ) : (
          <StateBadge state={role} />
        )}
        {(mayWrite || isMe) && (
          <DialogButton
            variant="default"
            size="xs"
            label={isMe ? "Leave team" : "Remove member"}
            w={140}
            px={0}
            aria-label={isMe ? "Leave team" : `Remove ${name}`}
            dialog={<RemoveMember member={member} isMe={isMe} />}
          />
        )}
      </Group>
    </Group>
  );
}

interface RemoveMemberProps {
  member: Member;
  isMe: boolean;
}

function RemoveMember({ member: { userId, name, email }, isMe }: RemoveMemberProps) {
  const { game } = useEnvironment();
  const navigate = useNavigate();
  return (
    <Confirm
      title={isMe ? "Leave the team" : "Remove a member"}
      action={isMe ? "Leave team" : "Remove member"}
      act={async () => {
        await api.PATCH("/game/{gameId}/members/{userId}/remove", { gameId: game.id, userId });
        if (!isMe) return;
        // Otherwise pages would read the game before the new list arrives, and the API would refuse them.
        queryClient.setQueryData<{ games: readonly Game[] }>(
          gamesQuery.queryKey,
          (list) => list && { ...list, games: list.games.filter(({ id }) => id !== game.id) },
        );
        await navigate({ to: "/" });
      }}
    >
      {isMe ? (
        <>
          You immediately lose all access to both environments of <b>{game.name}</b>. Only an owner
          can invite you back.
        </>
      ) : (
        <>
          <b>{name || email}</b> immediately loses all access to both environments of{" "}
          <b>{game.name}</b>. Only a new invitation restores the access.
        </>
      )}
    </Confirm>
  );
}

type Role = Member["role"];

const isRole = (text: string | null): text is Role => ROLES.some((role) => role === text);

const isLess = (role: Role, other: Role): boolean => ROLES.indexOf(role) > ROLES.indexOf(other);

/** The rights of each role, as words that follow "you". */
const MAY: Readonly<Record<Role, string>> = {
  owner: "can do everything",
  developer:
    "can manage tournaments, keys and webhooks, but can move money only in the test environment",
  viewer: "can read everything and change nothing",
};

/** The roles. The role with the most rights comes first. */
const ROLES = Object.keys(MAY) as Role[];
