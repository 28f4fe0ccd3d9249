import { AppShell, Container } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Outlet, useParams } from "@tanstack/react-router";
import { Fragment } from "react";
import { LateBanner, QueryView } from "../components/page/query-view.tsx";
import { EnvironmentContext, toEnvironment, isMode, useGame } from "../environment.ts";
import { NotFoundPage } from "./card-page.tsx";
import { TestBar } from "./clock.tsx";
import { useTestClock } from "./use-clock.ts";
import { EnvironmentHeader } from "./header.tsx";
import { Navigation } from "./navigation.tsx";
import classes from "./skip-link.module.css";

export function EnvironmentLayout() {
  const { mode } = useParams({ from: "/signed-in/g/$gameId/$mode" });
  const game = useGame();
  const [isOpen, { toggle, close }] = useDisclosure();
  const read = game.data && isMode(mode) ? toEnvironment(game.data, mode) : undefined;
  const clock = useTestClock(read);
  if (!isMode(mode)) return <NotFoundPage />;
  const environment = read && clock ? { ...read, aheadMs: clock.aheadSeconds * 1_000 } : read;
  return (
    <EnvironmentContext value={environment}>
      <SkipLink />
      <AppShell
        header={{ height: 56 }}
        navbar={{ width: 232, breakpoint: "sm", collapsed: { mobile: !isOpen } }}
      >
        <AppShell.Header>
          <EnvironmentHeader environment={environment} isMenuOpen={isOpen} onMenu={toggle} />
        </AppShell.Header>
        <AppShell.Navbar p="sm">
          {environment && <Navigation environment={environment} onChosen={close} />}
        </AppShell.Navbar>
        <AppShell.Main id={MAIN_ID} tabIndex={-1} style={{ outline: "none" }}>
          {mode === "test" && <TestBar environment={environment} clock={clock} />}
          <Container size="xl" py="lg">
            <LateBanner />
            <QueryView query={game}>
              {() => (
                // The key remounts the page, so that it shows no data of another environment.
                <Fragment key={environment?.id}>
                  <Outlet />
                </Fragment>
              )}
            </QueryView>
          </Container>
        </AppShell.Main>
      </AppShell>
    </EnvironmentContext>
  );
}

const MAIN_ID = "main";

const SkipLink = () => (
  <a
    href={`#${MAIN_ID}`}
    className={classes["link"]}
    onClick={(event) => {
      // The address must not change.
      event.preventDefault();
      document.getElementById(MAIN_ID)?.focus();
    }}
  >
    Skip to content
  </a>
);
