import { Button, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../api/client.ts";
import { IconPlus } from "../../components/icons.ts";
import { PageHeader } from "../../components/page/page-header.tsx";
import { QueryView } from "../../components/page/query-view.tsx";
import { Section } from "../../components/page/section.tsx";
import { may, useEnvironment } from "../../environment.ts";
import { Invitations } from "./invitations.tsx";
import { InviteMember } from "./invite-member.tsx";
import { Members } from "./members.tsx";

/** The people of a game; roles hold for both environments. */
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
