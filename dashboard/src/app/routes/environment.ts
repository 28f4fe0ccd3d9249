import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { eventSearch } from "../../components/events/search.ts";
import { EnvironmentLayout } from "../../layout/environment-layout.tsx";
import { accountSearch } from "../../pages/ledger/search.ts";
import { requestSearch } from "../../pages/requests/search.ts";
import { deliverySearch } from "../../pages/webhooks/detail/search.ts";
import { tabSearch } from "../../pages/tournaments/detail/search.ts";
import { tournamentSearch } from "../../pages/tournaments/list/search.ts";
import { searchText } from "../../address/search-text.ts";
import { signedIn } from "./person.ts";

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
    () => import("../../pages/getting-started/page.tsx"),
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
    () => import("../../pages/tournaments/list/page.tsx"),
    "TournamentsPage",
  ),
});
const newTournament = createRoute({
  getParentRoute: () => tournaments,
  path: "/new",
  component: lazyRouteComponent(
    () => import("../../pages/tournaments/new/page.tsx"),
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
    () => import("../../pages/tournaments/detail/page.tsx"),
    "TournamentPage",
  ),
});
const editTournament = createRoute({
  getParentRoute: () => tournament,
  path: "/edit",
  component: lazyRouteComponent(
    () => import("../../pages/tournaments/edit/page.tsx"),
    "EditTournamentPage",
  ),
});
const gamers = createRoute({
  getParentRoute: () => environment,
  path: "/gamers",
  validateSearch: searchText("handle", "cursor"),
  component: lazyRouteComponent(() => import("../../pages/gamers/list/page.tsx"), "GamersPage"),
});
const gamer = createRoute({
  getParentRoute: () => environment,
  path: "/gamers/$handle",
  validateSearch: searchText("cursor"),
  component: lazyRouteComponent(() => import("../../pages/gamers/detail/page.tsx"), "GamerPage"),
});
const ledger = createRoute({
  getParentRoute: () => environment,
  path: "/ledger",
  validateSearch: accountSearch,
  component: lazyRouteComponent(() => import("../../pages/ledger/list/page.tsx"), "LedgerPage"),
});
const ledgerAccount = createRoute({
  getParentRoute: () => environment,
  path: "/ledger/$accountId",
  validateSearch: searchText("cursor"),
  component: lazyRouteComponent(
    () => import("../../pages/ledger/account/page.tsx"),
    "LedgerAccountPage",
  ),
});
const keys = createRoute({
  getParentRoute: () => environment,
  path: "/keys",
  component: lazyRouteComponent(() => import("../../pages/keys/page.tsx"), "KeysPage"),
});
const requests = createRoute({
  getParentRoute: () => environment,
  path: "/requests",
  validateSearch: requestSearch,
  component: lazyRouteComponent(() => import("../../pages/requests/page.tsx"), "RequestsPage"),
});
const events = createRoute({
  getParentRoute: () => environment,
  path: "/events",
});
const eventList = createRoute({
  getParentRoute: () => events,
  path: "/",
  validateSearch: eventSearch,
  component: lazyRouteComponent(() => import("../../pages/events/list/page.tsx"), "EventsPage"),
});
const event = createRoute({
  getParentRoute: () => events,
  path: "/$eventId",
  component: lazyRouteComponent(() => import("../../pages/events/detail/page.tsx"), "EventPage"),
});
const webhooks = createRoute({
  getParentRoute: () => environment,
  path: "/webhooks",
});
const endpointList = createRoute({
  getParentRoute: () => webhooks,
  path: "/",
  component: lazyRouteComponent(() => import("../../pages/webhooks/list/page.tsx"), "WebhooksPage"),
});
const endpoint = createRoute({
  getParentRoute: () => webhooks,
  path: "/$endpointId",
  validateSearch: deliverySearch,
  component: lazyRouteComponent(
    () => import("../../pages/webhooks/detail/page.tsx"),
    "EndpointPage",
  ),
});
const audit = createRoute({
  getParentRoute: () => environment,
  path: "/audit",
  validateSearch: eventSearch,
  component: lazyRouteComponent(() => import("../../pages/audit/page.tsx"), "AuditPage"),
});
const team = createRoute({
  getParentRoute: () => environment,
  path: "/team",
  component: lazyRouteComponent(() => import("../../pages/team/page.tsx"), "TeamPage"),
});
const settings = createRoute({
  getParentRoute: () => environment,
  path: "/settings",
  component: lazyRouteComponent(() => import("../../pages/settings/page.tsx"), "SettingsPage"),
});

/** Pages of one environment of a game. */
export const environmentPages = environment.addChildren([
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
