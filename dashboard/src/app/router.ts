import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from "@tanstack/react-router";
import { keepInvitation, searchText } from "../address.ts";
import { hasSession } from "../api/session.ts";
import { eventSearch } from "../components/events/labels.ts";
import { FailedPage, NotFoundPage, WaitingPage } from "../layout/card-page.tsx";
import { EnvironmentLayout } from "../layout/environment-layout.tsx";
import { SignedInLayout } from "../layout/person-layout.tsx";
import { accountSearch } from "../pages/ledger/accounts.ts";
import { requestSearch } from "../pages/requests/search.ts";
import { tabSearch, tournamentSearch } from "../pages/tournaments/search.ts";
import { deliverySearch } from "../pages/webhooks/search.ts";

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFoundPage });

const signIn = createRoute({
  getParentRoute: () => root,
  path: "/sign-in",
  validateSearch: searchText("next"),
  component: lazyRouteComponent(() => import("../pages/sign-in-pages.tsx"), "SignInPage"),
});
const signUp = createRoute({
  getParentRoute: () => root,
  path: "/sign-up",
  validateSearch: searchText("next"),
  component: lazyRouteComponent(() => import("../pages/sign-in-pages.tsx"), "SignUpPage"),
});
const verify = createRoute({
  getParentRoute: () => root,
  path: "/verify",
  validateSearch: searchText("email", "next"),
  component: lazyRouteComponent(() => import("../pages/sign-in-pages.tsx"), "VerifyPage"),
});
const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: "/forgot-password",
  component: lazyRouteComponent(() => import("../pages/sign-in-pages.tsx"), "ForgotPasswordPage"),
});
const resetPassword = createRoute({
  getParentRoute: () => root,
  path: "/reset-password",
  component: lazyRouteComponent(() => import("../pages/sign-in-pages.tsx"), "ResetPasswordPage"),
});
const invitation = createRoute({
  getParentRoute: () => root,
  path: "/invitation",
  component: lazyRouteComponent(() => import("../pages/invitation-page.tsx"), "InvitationPage"),
  beforeLoad: async () => {
    keepInvitation();
    // The page depends on whether a person is signed in.
    await hasSession();
  },
});
const mailbox = createRoute({
  getParentRoute: () => root,
  path: "/mailbox",
  component: lazyRouteComponent(() => import("../pages/mailbox-page.tsx"), "MailboxPage"),
});

const outside = [
  signIn,
  signUp,
  verify,
  forgotPassword,
  resetPassword,
  invitation,
  mailbox,
] as const;

/** Requires a session. Without one, redirects to sign-in, which returns to this page. */
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
  component: lazyRouteComponent(() => import("../pages/games-page.tsx"), "GamesPage"),
});
const newGame = createRoute({
  getParentRoute: () => signedIn,
  path: "/new-game",
  component: lazyRouteComponent(() => import("../pages/new-game-page.tsx"), "NewGamePage"),
});
const account = createRoute({
  getParentRoute: () => signedIn,
  path: "/account",
  component: lazyRouteComponent(() => import("../pages/account/account-page.tsx"), "AccountPage"),
});
const device = createRoute({
  getParentRoute: () => signedIn,
  path: "/device",
  component: lazyRouteComponent(() => import("../pages/device-page.tsx"), "DevicePage"),
});

const personal = [games, newGame, account, device] as const;

const environment = createRoute({
  getParentRoute: () => signedIn,
  path: "/g/$gameId/$mode",
  component: EnvironmentLayout,
});
const environmentIndex = createRoute({
  getParentRoute: () => environment,
  path: "/",
  beforeLoad: ({ params }) => {
    throw redirect({ to: "/g/$gameId/$mode/tournaments", params, replace: true });
  },
});
const gettingStarted = createRoute({
  getParentRoute: () => environment,
  path: "/getting-started",
  component: lazyRouteComponent(
    () => import("../pages/getting-started/getting-started-page.tsx"),
    "GettingStartedPage",
  ),
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
    () => import("../pages/tournaments/tournaments-page.tsx"),
    "TournamentsPage",
  ),
});
const newTournament = createRoute({
  getParentRoute: () => tournaments,
  path: "/new",
  component: lazyRouteComponent(
    () => import("../pages/tournaments/terms/terms-pages.tsx"),
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
    () => import("../pages/tournaments/detail/tournament-page.tsx"),
    "TournamentPage",
  ),
});
const editTournament = createRoute({
  getParentRoute: () => tournament,
  path: "/edit",
  component: lazyRouteComponent(
    () => import("../pages/tournaments/terms/terms-pages.tsx"),
    "EditTournamentPage",
  ),
});
const gamers = createRoute({
  getParentRoute: () => environment,
  path: "/gamers",
  validateSearch: searchText("handle", "cursor"),
  component: lazyRouteComponent(() => import("../pages/gamers/gamers-page.tsx"), "GamersPage"),
});
const gamer = createRoute({
  getParentRoute: () => environment,
  path: "/gamers/$handle",
  validateSearch: searchText("cursor"),
  component: lazyRouteComponent(() => import("../pages/gamers/gamer-page.tsx"), "GamerPage"),
});
const ledger = createRoute({
  getParentRoute: () => environment,
  path: "/ledger",
  validateSearch: accountSearch,
  component: lazyRouteComponent(() => import("../pages/ledger/ledger-page.tsx"), "LedgerPage"),
});
const ledgerAccount = createRoute({
  getParentRoute: () => environment,
  path: "/ledger/$accountId",
  validateSearch: searchText("cursor"),
  component: lazyRouteComponent(
    () => import("../pages/ledger/ledger-account-page.tsx"),
    "LedgerAccountPage",
  ),
});
const keys = createRoute({
  getParentRoute: () => environment,
  path: "/keys",
  component: lazyRouteComponent(() => import("../pages/keys/keys-page.tsx"), "KeysPage"),
});
const requests = createRoute({
  getParentRoute: () => environment,
  path: "/requests",
  validateSearch: requestSearch,
  component: lazyRouteComponent(
    () => import("../pages/requests/requests-page.tsx"),
    "RequestsPage",
  ),
});
const events = createRoute({
  getParentRoute: () => environment,
  path: "/events",
});
const eventList = createRoute({
  getParentRoute: () => events,
  path: "/",
  validateSearch: eventSearch,
  component: lazyRouteComponent(() => import("../pages/events/events-page.tsx"), "EventsPage"),
});
const event = createRoute({
  getParentRoute: () => events,
  path: "/$eventId",
  component: lazyRouteComponent(() => import("../pages/events/event-page.tsx"), "EventPage"),
});
const webhooks = createRoute({
  getParentRoute: () => environment,
  path: "/webhooks",
});
const endpointList = createRoute({
  getParentRoute: () => webhooks,
  path: "/",
  component: lazyRouteComponent(
    () => import("../pages/webhooks/webhooks-page.tsx"),
    "WebhooksPage",
  ),
});
const endpoint = createRoute({
  getParentRoute: () => webhooks,
  path: "/$endpointId",
  validateSearch: deliverySearch,
  component: lazyRouteComponent(
    () => import("../pages/webhooks/endpoint-page.tsx"),
    "EndpointPage",
  ),
});
const audit = createRoute({
  getParentRoute: () => environment,
  path: "/audit",
  validateSearch: eventSearch,
  component: lazyRouteComponent(() => import("../pages/audit-page.tsx"), "AuditPage"),
});
const team = createRoute({
  getParentRoute: () => environment,
  path: "/team",
  component: lazyRouteComponent(() => import("../pages/team/team-page.tsx"), "TeamPage"),
});
const settings = createRoute({
  getParentRoute: () => environment,
  path: "/settings",
  component: lazyRouteComponent(() => import("../pages/settings-page.tsx"), "SettingsPage"),
});

const environmentPages = environment.addChildren([
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
  ledgerAccount,
  keys,
  requests,
  events.addChildren([eventList, event]),
  webhooks.addChildren([endpointList, endpoint]),
  audit,
  team,
  settings,
]);

export const router = createRouter({
  routeTree: root.addChildren([...outside, signedIn.addChildren([...personal, environmentPages])]),
  basepath: "/dashboard",
  defaultPreload: "intent",
  scrollRestoration: true,
  defaultPendingMs: 4_000,
  defaultPendingComponent: WaitingPage,
  defaultErrorComponent: FailedPage,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
