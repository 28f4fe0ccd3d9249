import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { hasSession } from "../../api/session.ts";
import { SignedInLayout } from "../../layout/signed-in-layout.tsx";
import { root } from "./root.ts";

/** Pages for people who are signed in; others are asked to, and come back. */
export const signedIn = createRoute({
  getParentRoute: () => root,
  id: "signed-in",
  component: SignedInLayout,
  beforeLoad: async ({ location }) => {
    if (!(await hasSession())) {
      const next = location.href === "/" ? {} : { next: location.href };
      throw redirect({ to: "/sign-in", search: next });
    }
  },
});
const games = createRoute({
  getParentRoute: () => signedIn,
  path: "/",
  component: lazyRouteComponent(() => import("../../pages/games/page.tsx"), "GamesPage"),
});
const newGame = createRoute({
  getParentRoute: () => signedIn,
  path: "/new-game",
  component: lazyRouteComponent(() => import("../../pages/new-game/page.tsx"), "NewGamePage"),
});
const account = createRoute({
  getParentRoute: () => signedIn,
  path: "/account",
  component: lazyRouteComponent(() => import("../../pages/account/page.tsx"), "AccountPage"),
});
const device = createRoute({
  getParentRoute: () => signedIn,
  path: "/device",
  component: lazyRouteComponent(() => import("../../pages/device/page.tsx"), "DevicePage"),
});

/** Pages of a person. */
export const personal = [games, newGame, account, device] as const;
