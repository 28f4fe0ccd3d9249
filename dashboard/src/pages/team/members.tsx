import { Avatar, Badge, Button, Group, Select, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../../api/client.ts";
import { queryClient } from "../../api/query-client.ts";
import { useSession } from "../../api/session.ts";
import type { Game, Member } from "../../api/types.ts";
import { Confirm } from "../../components/forms/confirm.tsx";
import { Section } from "../../components/page/page.tsx";
import { ProblemCard } from "../../components/page/query-view.tsx";
import { may, useEnvironment } from "../../environment.ts";
import { isLess, isRole, MAY, type Role, ROLES } from "./roles.ts";

export function Members({ members }: { members: readonly Member[] }) {
  const { game } = useEnvironment();
  const session = useSession();
  const navigate = useNavigate();
  const [removed, setRemoved] = useState<Member>();
  const [myNext, setMyNext] = useState<Role>();
  const me = session.state === "signed in" ? session.user.id : undefined;
  const reload = () => queryClient.invalidateQueries({ queryKey: ["members", game.id] });
  const change = useMutation({
    mutationFn: ({ userId, role }: { userId: string; role: Role }) =>
      api.PATCH("/game/{gameId}/members/{userId}/update", {
        params: { path: { gameId: game.id, userId } },
        body: { role },
      }),
    onSettled: (_, __, { userId }) => {
      // The navigation and actions depend on the person's own role.
      if (userId === me) void queryClient.invalidateQueries({ queryKey: ["game", game.id] });
      return reload();
    },
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
            onRemove={() => setRemoved(member)}
          />
        ))}
      </Stack>
      {removed && (
        <RemoveMember
          member={removed}
          isMe={removed.userId === me}
          onDone={() => {
            setRemoved(undefined);
            if (removed.userId !== me) return void reload();
            // The page would read the game again before the list arrives, and be refused.
            queryClient.setQueryData<readonly Game[]>(["games"], (games) =>
              games?.filter(({ id }) => id !== game.id),
            );
            void queryClient.invalidateQueries({ queryKey: ["games"] });
            void navigate({ to: "/" });
          }}
          onClose={() => setRemoved(undefined)}
        />
      )}
      {myNext && me !== undefined && (
        <ConfirmOwnDemotion
          role={myNext}
          change={() => change.mutateAsync({ userId: me, role: myNext })}
          onClose={() => setMyNext(undefined)}
        />
      )}
    </Section>
  );
}

interface MemberRowProps {
  member: Member;
  isMe: boolean;
  onChange: (role: Role) => void;
  onRemove: () => void;
}

function MemberRow({ member, isMe, onChange, onRemove }: MemberRowProps) {
  const { name, email, role } = member;
  const mayWrite = may(useEnvironment(), "members:write");
  return (
    <Group justify="space-between">
      <Group wrap="nowrap" miw={0}>
        <Avatar name={name} color="initials" radius="xl" alt="" />
        <div>
          <Text size="sm" fw={600}>
            {name} {isMe && <Badge variant="light">you</Badge>}
          </Text>
          <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
            {email}
          </Text>
        </div>
      </Group>
      <Group gap="xs">
        {mayWrite ? (
          <Select
            size="xs"
            w={130}
            aria-label={`Role of ${name}`}
            data={ROLES}
            allowDeselect={false}
            value={role}
            onChange={(value) => isRole(value) && onChange(value)}
          />
        ) : (
          <Badge variant="light" color="gray">
            {role}
          </Badge>
        )}
        {(mayWrite || isMe) && (
          <Button
            variant="default"
            size="xs"
            w={140}
            px={0}
            aria-label={isMe ? "Leave team" : `Remove ${name}`}
            onClick={onRemove}
          >
            {isMe ? "Leave team" : "Remove member"}
          </Button>
        )}
      </Group>
    </Group>
  );
}

interface RemoveMemberProps {
  member: Member;
  isMe: boolean;
  onDone: () => void;
  onClose: () => void;
}

function RemoveMember({ member, isMe, onDone, onClose }: RemoveMemberProps) {
  const { game } = useEnvironment();
  const { userId, name, email } = member;
  const params = { path: { gameId: game.id, userId } };
  return (
    <Confirm
      title={isMe ? "Leave the team" : "Remove a member"}
      action={isMe ? "Leave team" : "Remove member"}
      act={() => api.PATCH("/game/{gameId}/members/{userId}/remove", { params })}
      onDone={onDone}
      onClose={onClose}
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

interface ConfirmOwnDemotionProps {
  role: Role;
  change: () => Promise<unknown>;
  onClose: () => void;
}

function ConfirmOwnDemotion({ role, change, onClose }: ConfirmOwnDemotionProps) {
  const { game } = useEnvironment();
  return (
    <Confirm
      title="Lower your own role"
      action={`Change role to ${role}`}
      act={change}
      onDone={onClose}
      onClose={onClose}
    >
      As a {role} of <b>{game.name}</b>, you {MAY[role]}. You cannot restore your current role
      yourself. Only another owner can restore it.
    </Confirm>
  );
}
