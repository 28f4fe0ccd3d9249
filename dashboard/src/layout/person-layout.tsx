import { AppShell, Container, Group } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { LateBanner } from "../components/page/late-banner.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { Logo } from "./logo.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";

/** Stands around pages that belong to a person, not to a game. */
export const PersonLayout = ({ children }: { children: ReactNode }) => (
  <AppShell header={{ height: 56 }}>
    <AppShell.Header>
      <Group h="100%" px="md" justify="space-between" wrap="nowrap">
        <Link
          to="/"
          style={{ color: "inherit", textDecoration: "none" }}
          aria-label="Tournaments: all games"
        >
          <Logo />
        </Link>
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
