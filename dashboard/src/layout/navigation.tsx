import { Divider, NavLink, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "@tanstack/react-router";
import { Fragment } from "react";
import type { Environment } from "../environment.ts";
import { hasPaidOut } from "../api/paid-out.ts";
import { PAGE_GROUPS, type NavigablePage } from "./pages.ts";

interface NavigationProps {
  environment: Environment;
  onChosen: () => void;
}

/** Leads to the pages of an environment. */
export function Navigation({ environment, onChosen }: NavigationProps) {
  const { game, mode } = environment;
  const { pathname } = useLocation();
  const isBeginner = !useHasPaidOut(environment);
  const isShown = ({ path, forBeginners }: NavigablePage) =>
    isBeginner || forBeginners === undefined || pathname.endsWith(`/${path}`);
  return (
    <Stack component="nav" aria-label="Pages" gap={2}>
      {PAGE_GROUPS.map((pages, group) => (
        <Fragment key={pages[0]?.path}>
          {group > 0 && <Divider my="xs" />}
          {pages.filter(isShown).map(({ path, label, icon: Icon }) => {
            const to = `/g/${game.id}/${mode}/${path}`;
            return (
              <NavLink
                key={path}
                component={Link}
                to={to}
                label={label}
                leftSection={<Icon size={18} />}
                active={pathname.startsWith(to)}
                onClick={onChosen}
                style={{ borderRadius: "var(--mantine-radius-md)" }}
              />
            );
          })}
        </Fragment>
      ))}
    </Stack>
  );
}

const SOON_MS = 30_000;

/** Whether a tournament of the environment was paid out, which stays so. */
function useHasPaidOut({ id, api }: Environment): boolean {
  const { data = false } = useQuery({
    queryKey: [id, "has paid out"],
    queryFn: () => hasPaidOut(api),
    staleTime: ({ state }) => (state.data === true ? Infinity : SOON_MS),
  });
  return data;
}
