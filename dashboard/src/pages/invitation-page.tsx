import { Button, Group, Stack } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { forgetInvitation, invitationToken } from "../address.ts";
import { api } from "../api/client.ts";
import { useSession } from "../api/session.ts";
import { Hint } from "../components/inline.tsx";
import { ProblemCard } from "../components/page.tsx";
import { RouteButton } from "../components/route-link.tsx";
import { CardPage, NextLink } from "../layout/card-page.tsx";

export default function InvitationPage() {
  const session = useSession();
  const navigate = useNavigate();
  const accept = useMutation({
    mutationFn: () => api.POST("/invitation/accept", { token: invitationToken() }),
    onSuccess: ({ game }) => {
      forgetInvitation();
      void navigate({ to: `/g/${game.id}/live` });
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
          <Hint ta="center">
            <NextLink to="/sign-in" next={next} />
          </Hint>
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
