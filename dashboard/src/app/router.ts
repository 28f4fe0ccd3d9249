import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent as lazy,
  Outlet,
  redirect,
  type RouteComponent,
} from "@tanstack/react-router";
import { keepInvitation, searchParams, text } from "../address.ts";
import { hasSession } from "../api/session.ts";
import { eventSearch } from "../components/events/labels.ts";
import { FailedPage, NotFoundPage, WaitingPage } from "../layout/card-page.tsx";
import { EnvironmentLayout } from "../layout/environment-layout.tsx";
import { SignedInLayout } from "../layout/person-layout.tsx";
import { gamerSearch } from "../pages/gamers/queries.ts";
import { accountSearch } from "../pages/ledger/accounts.ts";
import { requestSearch } from "../pages/requests/search.ts";
import { tabSearch, tournamentSearch } from "../pages/tournaments/search.ts";
import { deliverySearch } from "../pages/webhooks/search.ts";

const myAccount = () => import("../pages/account/account-page.tsx");
const audit = () => import("../pages/audit-page.tsx");
const device = () => import("../pages/device-page.tsx");
const event = () => import("../pages/events/event-page.tsx");
const events = () => import("../pages/events/events-page.tsx");
const gamer = () => import("../pages/gamers/gamer-page.tsx");
const gamers = () => import("../pages/gamers/gamers-page.tsx");
const games = () => import("../pages/games-page.tsx");
const start = () => import("../pages/getting-started/getting-started-page.tsx");
const keys = () => import("../pages/keys/keys-page.tsx");
const account = () => import("../pages/ledger/ledger-account-page.tsx");
const ledger = () => import("../pages/ledger/ledger-page.tsx");
const mailbox = () => import("../pages/mailbox-page.tsx");
const newGame = () => import("../pages/new-game-page.tsx");
const requests = () => import("../pages/requests/requests-page.tsx");
const settings = () => import("../pages/settings-page.tsx");
const signIn = () => import("../pages/sign-in-pages.tsx");
const team = () => import("../pages/team/team-page.tsx");
const tournament = () => import("../pages/tournaments/detail/tournament-page.tsx");
const terms = () => import("../pages/tournaments/terms/terms-pages.tsx");
const tournaments = () => import("../pages/tournaments/tournaments-page.tsx");
const endpoint = () => import("../pages/webhooks/endpoint-page.tsx");
const webhooks = () => import("../pages/webhooks/webhooks-page.tsx");

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFoundPage });

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

const environment = createRoute({
  getParentRoute: () => signedIn,
  path: "/g/$gameId/$mode",
  component: EnvironmentLayout,
});

type Search<S> = (search: Record<string, unknown>) => S;

const NO_SEARCH: Search<object> = () => ({});

/** A page that needs no session. */
const outside = <const P extends string, S extends object = object>(
  path: P,
  component: RouteComponent,
  validateSearch: Search<S> = NO_SEARCH as Search<S>,
) => createRoute({ getParentRoute: () => root, path, component, validateSearch });

/** A page of the signed-in person. */
const personal = <const P extends string>(path: P, component: RouteComponent) =>
  createRoute({ getParentRoute: () => signedIn, path, component });

/** A page of an environment. */
const inside = <const P extends string, S extends object = object>(
  path: P,
  component: RouteComponent,
  validateSearch: Search<S> = NO_SEARCH as Search<S>,
) => createRoute({ getParentRoute: () => environment, path, component, validateSearch });

const nextSearch = searchParams({ next: text });

const outsidePages = [
  outside("/sign-in", lazy(signIn, "SignInPage"), nextSearch),
  outside("/sign-up", lazy(signIn, "SignUpPage"), nextSearch),
  outside("/verify", lazy(signIn, "VerifyPage"), searchParams({ email: text, next: text })),
  outside("/forgot-password", lazy(signIn, "ForgotPasswordPage")),
  outside("/reset-password", lazy(signIn, "ResetPasswordPage")),
  outside("/mailbox", lazy(mailbox, "MailboxPage")),
  createRoute({
    getParentRoute: () => root,
    path: "/invitation",
    component: lazy(() => import("../pages/invitation-page.tsx"), "InvitationPage"),
    beforeLoad: async () => {
      keepInvitation();
      // The page depends on whether a person is signed in.
      await hasSession();
    },
  }),
] as const;

const personalPages = [
  personal("/", lazy(games, "GamesPage")),
  personal("/new-game", lazy(newGame, "NewGamePage")),
  personal("/account", lazy(myAccount, "AccountPage")),
  personal("/device", lazy(device, "DevicePage")),
] as const;

const cursorSearch = searchParams({ cursor: text });

const environmentPages = [
  createRoute({
    getParentRoute: () => environment,
    path: "/",
    beforeLoad: ({ params }) => {
      throw redirect({ to: "/g/$gameId/$mode/tournaments", params, replace: true });
    },
  }),
  inside("/getting-started", lazy(start, "GettingStartedPage")),
  inside("/tournaments", lazy(tournaments, "TournamentsPage"), tournamentSearch),
  inside("/tournaments/new", lazy(terms, "NewTournamentPage")),
  inside("/tournaments/$tournamentId", lazy(tournament, "TournamentPage"), tabSearch),
  inside("/tournaments/$tournamentId/edit", lazy(terms, "EditTournamentPage")),
  inside("/gamers", lazy(gamers, "GamersPage"), gamerSearch),
  inside("/gamers/$handle", lazy(gamer, "GamerPage"), cursorSearch),
  inside("/ledger", lazy(ledger, "LedgerPage"), accountSearch),
  inside("/ledger/$accountId", lazy(account, "LedgerAccountPage"), cursorSearch),
  inside("/keys", lazy(keys, "KeysPage")),
  inside("/requests", lazy(requests, "RequestsPage"), requestSearch),
  inside("/events", lazy(events, "EventsPage"), eventSearch),
  inside("/events/$eventId", lazy(event, "EventPage")),
  inside("/webhooks", lazy(webhooks, "WebhooksPage")),
  inside("/webhooks/$endpointId", lazy(endpoint, "EndpointPage"), deliverySearch),
  inside("/audit", lazy(audit, "AuditPage"), eventSearch),
  inside("/team", lazy(team, "TeamPage")),
  inside("/settings", lazy(settings, "SettingsPage")),
] as const;

export const router = createRouter({
  routeTree: root.addChildren([
    ...outsidePages,
    signedIn.addChildren([...personalPages, environment.addChildren(environmentPages)]),
  ]),
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
