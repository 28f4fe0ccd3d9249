import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from "@tanstack/react-router";
import { hasSession } from "../api/session.ts";
import { EnvironmentLayout } from "../layout/environment-layout.tsx";
import { SignedInLayout } from "../layout/signed-in-layout.tsx";
import { tabSearch } from "../pages/tournaments/detail/search.ts";
import { tournamentSearch } from "../pages/tournaments/list/search.ts";
import { NotFoundPage } from "../pages/not-found/page.tsx";
import { requestSearch } from "../pages/requests/search.ts";
import { searchText } from "./search-text.ts";

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFoundPage });

const signIn = createRoute({
  getParentRoute: () => root,
  path: "/sign-in",
  validateSearch: searchText("next"),
  component: lazyRouteComponent(() => import("../pages/sign-in/page.tsx"), "SignInPage"),
});
const signUp = createRoute({
  getParentRoute: () => root,
  path: "/sign-up",
  validateSearch: searchText("next"),
  component: lazyRouteComponent(() => import("../pages/sign-up/page.tsx"), "SignUpPage"),
});
const verify = createRoute({
  getParentRoute: () => root,
  path: "/verify",
  validateSearch: searchText("email", "next"),
  component: lazyRouteComponent(() => import("../pages/verify/page.tsx"), "VerifyPage"),
});
const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: "/forgot-password",
  component: lazyRouteComponent(
    () => import("../pages/forgot-password/page.tsx"),
    "ForgotPasswordPage",
  ),
});
const resetPassword = createRoute({
  getParentRoute: () => root,
  path: "/reset-password",
  component: lazyRouteComponent(
    () => import("../pages/reset-password/page.tsx"),
    "ResetPasswordPage",
  ),
});
const invitation = createRoute({
  getParentRoute: () => root,
  path: "/invitation",
  component: lazyRouteComponent(() => import("../pages/invitation/page.tsx"), "InvitationPage"),
  // What it shows depends on who looks.
  beforeLoad: async () => void (await hasSession()),
});
const mailbox = createRoute({
  getParentRoute: () => root,
  path: "/mailbox",
  component: lazyRouteComponent(() => import("../pages/mailbox/page.tsx"), "MailboxPage"),
});

/** Pages for people who are signed in; others are asked to, and come back. */
const signedIn = createRoute({
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
  component: lazyRouteComponent(() => import("../pages/games/page.tsx"), "GamesPage"),
});
const newGame = createRoute({
  getParentRoute: () => signedIn,
  path: "/new-game",
  component: lazyRouteComponent(() => import("../pages/new-game/page.tsx"), "NewGamePage"),
});
const account = createRoute({
  getParentRoute: () => signedIn,
  path: "/account",
  component: lazyRouteComponent(() => import("../pages/account/page.tsx"), "AccountPage"),
});
const device = createRoute({
  getParentRoute: () => signedIn,
  path: "/device",
  validateSearch: searchText("code"),
  component: lazyRouteComponent(() => import("../pages/device/page.tsx"), "DevicePage"),
});

/** Pages of one environment of a game. */
export const environment = createRoute({
  getParentRoute: () => signedIn,
  path: "/g/$gameId/$mode",
  component: EnvironmentLayout,
});
const gettingStarted = createRoute({
  getParentRoute: () => environment,
  path: "/getting-started",
  component: lazyRouteComponent(
    () => import("../pages/getting-started/page.tsx"),
    "GettingStartedPage",
  ),
});
const keys = createRoute({
  getParentRoute: () => environment,
  path: "/keys",
  component: lazyRouteComponent(() => import("../pages/keys/page.tsx"), "KeysPage"),
});
const requests = createRoute({
  getParentRoute: () => environment,
  path: "/requests",
  validateSearch: requestSearch,
  component: lazyRouteComponent(() => import("../pages/requests/page.tsx"), "RequestsPage"),
});
const team = createRoute({
  getParentRoute: () => environment,
  path: "/team",
  component: lazyRouteComponent(() => import("../pages/team/page.tsx"), "TeamPage"),
});
const settings = createRoute({
  getParentRoute: () => environment,
  path: "/settings",
  component: lazyRouteComponent(() => import("../pages/settings/page.tsx"), "SettingsPage"),
});

const environmentIndex = createRoute({
  getParentRoute: () => environment,
  path: "/",
  beforeLoad: ({ params }) => {
    throw redirect({ to: "/g/$gameId/$mode/tournaments", params, replace: true });
  },
});
const tournaments = createRoute({
  getParentRoute: () => environment,
  path: "/tournaments",
});
const tournamentList = createRoute({
  getParentRoute: () => tournaments,
  path: "/",
  validateSearch: tournamentSearch,
  component: lazyRouteComponent(
    () => import("../pages/tournaments/list/page.tsx"),
    "TournamentsPage",
  ),
});
const newTournament = createRoute({
  getParentRoute: () => tournaments,
  path: "/new",
  component: lazyRouteComponent(
    () => import("../pages/tournaments/new/page.tsx"),
    "NewTournamentPage",
  ),
});
const tournament = createRoute({
  getParentRoute: () => tournaments,
  path: "/$tournamentId",
});
const tournamentDetail = createRoute({
  getParentRoute: () => tournament,
  path: "/",
  validateSearch: tabSearch,
  component: lazyRouteComponent(
    () => import("../pages/tournaments/detail/page.tsx"),
    "TournamentPage",
  ),
});
const editTournament = createRoute({
  getParentRoute: () => tournament,
  path: "/edit",
  component: lazyRouteComponent(
    () => import("../pages/tournaments/edit/page.tsx"),
    "EditTournamentPage",
  ),
});
const gamers = createRoute({
  getParentRoute: () => environment,
  path: "/gamers",
  component: lazyRouteComponent(() => import("../pages/gamers/list/page.tsx"), "GamersPage"),
});
const gamer = createRoute({
  getParentRoute: () => environment,
  path: "/gamers/$handle",
  validateSearch: searchText("cursor"),
  component: lazyRouteComponent(() => import("../pages/gamers/detail/page.tsx"), "GamerPage"),
});
const ledger = createRoute({
  getParentRoute: () => environment,
  path: "/ledger",
  validateSearch: searchText("cursor"),
  component: lazyRouteComponent(() => import("../pages/ledger/page.tsx"), "LedgerPage"),
});

const routeTree = root.addChildren([
  signIn,
  signUp,
  verify,
  forgotPassword,
  resetPassword,
  invitation,
  mailbox,
  signedIn.addChildren([
    games,
    newGame,
    account,
    device,
    environment.addChildren([
      environmentIndex,
      gettingStarted,
      tournaments.addChildren([
        tournamentList,
        newTournament,
        tournament.addChildren([tournamentDetail, editTournament]),
      ]),
      gamers,
      gamer,
      ledger,
      keys,
      requests,
      team,
      settings,
    ]),
  ]),
]);

/** Which page an address shows. */
export const router = createRouter({
  routeTree,
  basepath: "/dashboard",
  defaultPreload: "intent",
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
