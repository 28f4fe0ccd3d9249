import { AppShell, Box, Burger, Container, Group } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Fragment } from "react";
import { Link, Outlet, useParams } from "@tanstack/react-router";
import { Read } from "../components/read.tsx";
import { NotFoundPage } from "../pages/not-found/page.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { EnvironmentContext, environmentOf, isMode, useGame } from "./environment.ts";
import { GameSwitcher } from "./game-switcher.tsx";
import { Logo } from "./logo.tsx";
import { ModeSwitch } from "./mode-switch.tsx";
import { Navigation } from "./navigation.tsx";
import { SearchButton } from "./search.tsx";
import { TestBar } from "./test-bar.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";

/** Stands around all pages of an environment. */
export function EnvironmentLayout() {
  const { mode } = useParams({ from: "/signed-in/g/$gameId/$mode" });
  const game = useGame();
  const [isOpen, { toggle, close }] = useDisclosure();
  if (!isMode(mode)) return <NotFoundPage />;
  const environment = game.data && environmentOf(game.data, mode);
  return (
    <EnvironmentContext value={environment}>
      <AppShell
        header={{ height: 56 }}
        navbar={{ width: 232, breakpoint: "sm", collapsed: { mobile: !isOpen } }}
      >
        <AppShell.Header>
          <Group h="100%" px="md" justify="space-between" wrap="nowrap">
            <Group gap="sm" wrap="nowrap" miw={0}>
              <Burger
                opened={isOpen}
                onClick={toggle}
                hiddenFrom="sm"
                size="sm"
                aria-label="Menu"
              />
              <Box visibleFrom="md">
                <Link
                  to="/"
                  style={{ color: "inherit", textDecoration: "none" }}
                  aria-label="Tournaments: all games"
                >
                  <Logo />
                </Link>
              </Box>
              {environment && <GameSwitcher environment={environment} />}
            </Group>
            <Group gap="xs" wrap="nowrap">
              {environment && <SearchButton environment={environment} />}
              {environment && <ModeSwitch environment={environment} />}
              <Group gap={4} wrap="nowrap">
                <Box visibleFrom="sm">
                  <ThemeSwitch />
                </Box>
                <AccountMenu />
              </Group>
            </Group>
          </Group>
        </AppShell.Header>
        <AppShell.Navbar p="sm">
          {environment && <Navigation environment={environment} onChosen={close} />}
        </AppShell.Navbar>
        <AppShell.Main>
          {mode === "test" && <TestBar />}
          <Container size="xl" py="lg">
            <Read query={game}>
              {() => (
                // A page of one environment never goes on with what it read in the other.
                <Fragment key={environment?.id}>
                  <Outlet />
                </Fragment>
              )}
            </Read>
          </Container>
        </AppShell.Main>
      </AppShell>
    </EnvironmentContext>
  );
}
