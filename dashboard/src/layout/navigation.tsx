import { Divider, NavLink, Stack } from "@mantine/core";
import {
  type Icon,
  IconActivity,
  IconBuildingBank,
  IconHistory,
  IconKey,
  IconListDetails,
  IconRocket,
  IconSettings,
  IconTrophy,
  IconUsers,
  IconUsersGroup,
  IconWebhook,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "@tanstack/react-router";
import { Fragment } from "react";
import { paidOutQuery } from "../api/client.ts";
import type { Environment } from "../environment.ts";

interface NavigablePage {
  path: string;
  label: string;
  icon: Icon;
  /** Hidden after the first paid-out tournament, except while the page is open. */
  forBeginners?: true;
}

export const PAGE_GROUPS: readonly (readonly NavigablePage[])[] = [
  [
    { path: "getting-started", label: "Getting started", icon: IconRocket, forBeginners: true },
    { path: "tournaments", label: "Tournaments", icon: IconTrophy },
    { path: "gamers", label: "Gamers", icon: IconUsers },
    { path: "ledger", label: "Ledger", icon: IconBuildingBank },
  ],
  [
    { path: "keys", label: "API keys", icon: IconKey },
    { path: "events", label: "Events", icon: IconActivity },
    { path: "webhooks", label: "Webhooks", icon: IconWebhook },
    { path: "requests", label: "Requests", icon: IconListDetails },
  ],
  [
    { path: "audit", label: "Audit log", icon: IconHistory },
    { path: "team", label: "Team", icon: IconUsersGroup },
    { path: "settings", label: "Settings", icon: IconSettings },
  ],
];

interface NavigationProps {
  environment: Environment;
  onChosen: () => void;
}

export function Navigation({ environment, onChosen }: NavigationProps) {
  const { game, mode } = environment;
  const { pathname } = useLocation();
  const { data } = useQuery({
    ...paidOutQuery(environment),
    // A tournament that was paid out stays paid out.
    staleTime: ({ state }) => (state.data?.tournaments.length ? Infinity : 30_000),
  });
  const isShown = ({ path, forBeginners }: NavigablePage) =>
    !data?.tournaments.length || !forBeginners || pathname.endsWith(`/${path}`);
  return (
    <Stack component="nav" aria-label="Pages" gap={2}>
      {PAGE_GROUPS.map((pages, group) => (
        <Fragment key={pages[0]?.path}>
          {group > 0 && <Divider my="xs" />}
          {pages.filter(isShown).map(({ path, label, icon: PageIcon }) => {
            const to = `/g/${game.id}/${mode}/${path}`;
            return (
              <NavLink
                key={path}
                component={Link}
                to={to}
                label={label}
                leftSection={<PageIcon size={18} />}
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
