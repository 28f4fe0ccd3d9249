import { Divider, NavLink, Stack } from "@mantine/core";
import { Link, useLocation } from "@tanstack/react-router";
import { Fragment } from "react";
import type { Environment } from "./environment.ts";
import { PAGE_GROUPS } from "./pages.ts";

interface NavigationProps {
  environment: Environment;
  onChosen: () => void;
}

/** Leads to the pages of an environment. */
export function Navigation({ environment: { game, mode }, onChosen }: NavigationProps) {
  const { pathname } = useLocation();
  return (
    <Stack component="nav" aria-label="Pages" gap={2}>
      {PAGE_GROUPS.map((pages, group) => (
        <Fragment key={pages[0]?.path}>
          {group > 0 && <Divider my="xs" />}
          {pages.map(({ path, label, icon: Icon }) => {
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
