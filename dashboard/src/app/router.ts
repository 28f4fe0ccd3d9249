import {
  type AnyRoute,
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
import { FailedPage, NotFoundPage, WaitingPage } from "../layout/card-page.tsx";
import { EnvironmentLayout } from "../layout/environment-layout.tsx";
import { SignedInLayout } from "../layout/person-layout.tsx";
import { tabSearch, tournamentSearch } from "../pages/tournaments/search.ts";
import {
  accountSearch,
  cursorSearch,
  deliverySearch,
  eventSearch,
  gamerSearch,
  requestSearch,
} from "../searches.ts";

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFoundPage });

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

type Load = () => Promise<{ default: RouteComponent }>;
type Search<S> = (search: Record<string, unknown>) => S;

const pagesOf =
  <R extends AnyRoute>(parent: R) =>
  <const P extends string, S extends object = object>(
    path: P,
    load: Load,
    validateSearch: Search<S> = (() => ({})) as unknown as Search<S>,
  ) =>
    createRoute({
      getParentRoute: () => parent,
      path,
      component: lazy(load),
      validateSearch,
      // A dialog or a chosen row must not stay open for another tournament or gamer.
      remountDeps: ({ params }) => params,
    });

const outside = pagesOf(root);
const personal = pagesOf(signedIn);
const page = pagesOf(environment);

const loadNamed =
  <N extends string>(load: () => Promise<Record<N, RouteComponent>>) =>
  (name: N): Load =>
  async () => ({ default: (await load())[name] });

const signIn = loadNamed(() => import("../pages/sign-in-pages.tsx"));
const terms = loadNamed(() => import("../pages/tournaments/terms/terms-pages.tsx"));

const nextSearch = searchParams({ next: text });

const outsidePages = [
  outside("/sign-in", signIn("SignInPage"), nextSearch),
  outside("/sign-up", signIn("SignUpPage"), nextSearch),
  outside("/verify", signIn("VerifyPage"), searchParams({ email: text, next: text })),
  outside("/forgot-password", signIn("ForgotPasswordPage")),
  outside("/reset-password", signIn("ResetPasswordPage")),
  outside("/mailbox", () => import("../pages/mailbox-page.tsx")),
  createRoute({
    getParentRoute: () => root,
    path: "/invitation",
    component: lazy(() => import("../pages/invitation-page.tsx")),
    beforeLoad: async () => {
      keepInvitation();
      // The page depends on whether a person is signed in.
      await hasSession();
    },
  }),
] as const;

const personalPages = [
  personal("/", () => import("../pages/games-page.tsx")),
  personal("/new-game", () => import("../pages/new-game-page.tsx")),
  personal("/account", () => import("../pages/account/account-page.tsx")),
  personal("/device", () => import("../pages/device-page.tsx")),
] as const;

const environmentPages = [
  createRoute({
    getParentRoute: () => environment,
    path: "/",
    beforeLoad: ({ params }) => {
      throw redirect({ to: "/g/$gameId/$mode/tournaments", params, replace: true });
    },
  }),
  page("/getting-started", () => import("../pages/getting-started/getting-started-page.tsx")),
  page("/tournaments", () => import("../pages/tournaments/tournaments-page.tsx"), tournamentSearch),
  page("/tournaments/new", terms("NewTournamentPage")),
  page(
    "/tournaments/$tournamentId",
    () => import("../pages/tournaments/detail/tournament-page.tsx"),
    tabSearch,
  ),
  page("/tournaments/$tournamentId/edit", terms("EditTournamentPage")),
  page("/gamers", () => import("../pages/gamers/gamers-page.tsx"), gamerSearch),
  page("/gamers/$handle", () => import("../pages/gamers/gamer-page.tsx"), cursorSearch),
  page("/ledger", () => import("../pages/ledger/ledger-page.tsx"), accountSearch),
  page("/ledger/$accountId", () => import("../pages/ledger/ledger-account-page.tsx"), cursorSearch),
  page("/keys", () => import("../pages/keys/keys-page.tsx"), cursorSearch),
  page("/requests", () => import("../pages/requests/requests-page.tsx"), requestSearch),
  page("/events", () => import("../pages/events/events-page.tsx"), eventSearch),
  page("/events/$eventId", () => import("../pages/events/event-page.tsx")),
  page("/webhooks", () => import("../pages/webhooks/webhooks-page.tsx")),
  page(
    "/webhooks/$endpointId",
    () => import("../pages/webhooks/endpoint-page.tsx"),
    deliverySearch,
  ),
  page("/audit", () => import("../pages/audit-page.tsx"), eventSearch),
  page("/team", () => import("../pages/team/team-page.tsx")),
  page("/settings", () => import("../pages/settings-page.tsx")),
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
