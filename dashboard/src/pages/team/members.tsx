import { Stack } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../../api/client.ts";
import { useSession } from "../../api/session.ts";
import type { Game, Member } from "../../api/types.ts";
import { queryClient } from "../../api/query-client.ts";
import { ProblemCard } from "../../components/page/problem-card.tsx";
import { Section } from "../../components/page/section.tsx";
import { useEnvironment } from "../../environment.ts";
import { ConfirmOwnDemotion } from "./confirm-own-demotion.tsx";
import { MemberRow } from "./member-row.tsx";
import { RemoveMember } from "./remove-member.tsx";
import { isLess, type Role } from "./roles.ts";

/** Who is in the team, and as what. */
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
      // What a person is offered follows their own role.
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
            // Read anew, the list comes later than its page, which would ask for what is no longer mine.
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
