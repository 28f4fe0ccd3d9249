import { AppShell, Box, Container, Group, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { lazyRouteComponent, Outlet, useParams } from "@tanstack/react-router";
import { Fragment, type ReactNode, Suspense } from "react";
import { PERSON, read } from "../api/client.ts";
import type { Clock } from "../api/schema.d.ts";
import { DialogButton } from "../components/forms/dialogs.tsx";
import { LateBanner, QueryView } from "../components/page.tsx";
import { PlainTime, useNow } from "../components/values.tsx";
import {
  type Environment,
  EnvironmentContext,
  isMode,
  may,
  toEnvironment,
  useGame,
} from "../environment.ts";
import { NotFoundPage } from "./card-page.tsx";
import { EnvironmentHeader } from "./header.tsx";
import { Navigation } from "./navigation.tsx";
import classes from "./skip-link.module.css";

export function EnvironmentLayout() {
  const { mode } = useParams({ from: "/signed-in/g/$gameId/$mode" });
  const game = useGame();
  const [isOpen, { toggle, close }] = useDisclosure();
  const known = game.data && isMode(mode) ? toEnvironment(game.data, mode) : undefined;
  const clock = useTestClock(known);
  if (!isMode(mode)) return <NotFoundPage />;
  const environment = known && clock ? { ...known, aheadMs: clock.aheadSeconds * 1_000 } : known;
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
          {mode === "test" && (
            <TestBar>
              {environment && clock && <ClockControl environment={environment} clock={clock} />}
            </TestBar>
          )}
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

// Other people and command lines can also advance the clock.
const LOOK_EVERY_MS = 15_000;
const ADVANCING_MS = 1_000;

function useTestClock(environment: Environment | undefined): Clock | undefined {
  const isTest = environment?.mode === "test";
  const { data } = useQuery({
    ...read(environment ?? PERSON, "/clock", {}),
    enabled: isTest,
    refetchInterval: ({ state }) =>
      state.data?.clock.state === "advancing" ? ADVANCING_MS : LOOK_EVERY_MS,
    refetchIntervalInBackground: false,
  });
  return isTest ? (data?.clock ?? environment.game.environments.test.clock) : undefined;
}

const TestBar = ({ children }: { children: ReactNode }) => (
  <Box bg="yellow.4" px="md" py={4}>
    <Group justify="center" gap="xs">
      <Text size="xs" fw={600} c="dark.9" ta="center">
        Test environment
        <Text component="span" inherit visibleFrom="sm">
          : gamers, keys and money are separate
        </Text>
        . Nothing here affects live data.
      </Text>
      {children}
    </Group>
  </Box>
);

const AdvanceClock = lazyRouteComponent(() => import("./advance-clock.tsx"), "AdvanceClock");

function ClockControl({ environment, clock }: { environment: Environment; clock: Clock }) {
  const shown = new Date(useNow() + environment.aheadMs).toISOString();
  const { state, advancingTo } = clock;
  return (
    <Group gap="xs" wrap="nowrap">
      <Text size="xs" c="dark.9" role="status" component="div">
        {state === "advancing" && advancingTo !== null ? (
          <>
            Advancing to <PlainTime at={advancingTo} />…
          </>
        ) : (
          <>
            <Box component="span" visibleFrom="sm">
              Clock:{" "}
            </Box>
            <PlainTime at={shown} />
          </>
        )}
      </Text>
      {may(environment, "tournaments:write") && (
        <DialogButton
          size="compact-xs"
          variant="white"
          color="dark.9"
          label="Advance clock"
          dialog={
            <Suspense>
              <AdvanceClock />
            </Suspense>
          }
        />
      )}
    </Group>
  );
}
