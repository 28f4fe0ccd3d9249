import { Button, Group, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { forgetInvitation, invitationToken } from "../address.ts";
import { api } from "../api/client.ts";
import { queryClient } from "../api/query-client.ts";
import { useSession } from "../api/session.ts";
import { ProblemCard } from "../components/page/query-view.tsx";
import { RouteAnchor, RouteButton } from "../components/page/route-link.tsx";
import { CardPage } from "../layout/card-page.tsx";

export function InvitationPage() {
  const session = useSession();
  const navigate = useNavigate();
  const accept = useMutation({
    mutationFn: async () =>
      (await api.POST("/invitation/accept", { body: { token: invitationToken() } })).data,
    onSuccess: (accepted) => {
      forgetInvitation();
      void queryClient.invalidateQueries({ queryKey: ["games"] });
      if (accepted) void navigate({ to: `/g/${accepted.game.id}/live` });
    },
  });
  const next = "/invitation";
  if (session.state !== "signed in")
    return (
      <CardPage title="Invitation" subtitle="Create an account or sign in to join the team.">
        <Stack>
          <RouteButton to="/sign-up" search={{ next }}>
            Create account
          </RouteButton>
          <Text size="sm" c="dimmed" ta="center">
            Already have an account?{" "}
            <RouteAnchor to="/sign-in" search={{ next }} underline="always" inherit>
              Sign in
            </RouteAnchor>
          </Text>
        </Stack>
      </CardPage>
    );
  return (
    <CardPage title="Invitation" subtitle={`You are signed in as ${session.user.email}.`}>
      <Stack>
        {accept.isError && <ProblemCard error={accept.error} />}
        <Group justify="flex-end">
          <RouteButton variant="default" to="/">
            Not now
          </RouteButton>
          <Button loading={accept.isPending} onClick={() => accept.mutate()}>
            Join team
          </Button>
        </Group>
      </Stack>
    </CardPage>
  );
}
