import { Stack } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { api } from "../../api/client.ts";
import { useSession } from "../../api/session.ts";
import type { Member } from "../../api/types.ts";
import { queryClient } from "../../app/query-client.ts";
import { ProblemCard } from "../../components/problem-card.tsx";
import { Section } from "../../components/section.tsx";
import { useEnvironment } from "../../layout/environment.ts";
import { MemberRow } from "./member-row.tsx";
import type { Role } from "./roles.ts";

/** Who is in the team, and as what. */
export function Members({ members }: { members: readonly Member[] }) {
  const environment = useEnvironment();
  const session = useSession();
  const navigate = useNavigate();
  const me = session.state === "signed in" ? session.user.id : undefined;
  const gameId = environment.game.id;
  const reload = () => queryClient.invalidateQueries({ queryKey: ["members", gameId] });
  const change = useMutation({
    mutationFn: ({ userId, role }: { userId: string; role: Role }) =>
      api.PATCH("/game/{gameId}/members/{userId}/update", {
        params: { path: { gameId, userId } },
        body: { role },
      }),
    onSettled: reload,
  });
  const remove = useMutation({
    mutationFn: (userId: string) =>
      api.PATCH("/game/{gameId}/members/{userId}/remove", { params: { path: { gameId, userId } } }),
    onSuccess: (_, userId) => {
      if (userId === me) void navigate({ to: "/" });
    },
    onSettled: reload,
  });
  return (
    <Section title="Members">
      {change.isError && <ProblemCard error={change.error} />}
      {remove.isError && <ProblemCard error={remove.error} />}
      <Stack>
        {members.map((member) => (
          <MemberRow
            key={member.userId}
            member={member}
            isMe={member.userId === me}
            isRemoving={remove.isPending && remove.variables === member.userId}
            onChange={(role) => change.mutate({ userId: member.userId, role })}
            onRemove={() => remove.mutate(member.userId)}
          />
        ))}
      </Stack>
    </Section>
  );
}
