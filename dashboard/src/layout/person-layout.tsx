import { AppShell, Container, Group } from "@mantine/core";
import { Outlet, useRouter } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { queryClient } from "../api/query-client.ts";
import { useSession } from "../api/session.ts";
import { LateBanner } from "../components/page.tsx";
import { AccountMenu, HomeLink, ThemeSwitch } from "./header.tsx";

export function SignedInLayout() {
  const session = useSession();
  const router = useRouter();
  const hasEnded = session.state === "signed out" && !session.byThemselves;
  useEffect(() => {
    if (!hasEnded) return;
    // The next person must not see data of this person.
    queryClient.clear();
    const next = router.state.location.href;
    void router.navigate({ to: "/sign-in", search: { next }, replace: true });
  }, [hasEnded, router]);
  return <Outlet />;
}

export const PersonLayout = ({ children }: { children: ReactNode }) => (
  <AppShell header={{ height: 56 }}>
    <AppShell.Header>
      <Group h="100%" px="md" justify="space-between" wrap="nowrap">
        <HomeLink />
        <Group gap={4} wrap="nowrap">
          <ThemeSwitch />
          <AccountMenu />
        </Group>
      </Group>
    </AppShell.Header>
    <AppShell.Main>
      <Container size="lg" pt="md" mb={-16}>
        <LateBanner />
      </Container>
      {children}
    </AppShell.Main>
  </AppShell>
);
