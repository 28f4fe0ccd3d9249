import type { FilledGame } from "./filled-game.ts";

/** A page, and a text by which one knows that it has everything it shows. */
export interface Sight {
  name: string;
  path: string;
  shows: string | RegExp;
  /** The row that is chosen first. */
  chooses?: string;
  /** The button that opens the dialog to be looked at. */
  opens?: string;
}

/** Pages for anybody. */
export const OUTSIDE: readonly Sight[] = [
  { name: "sign-in", path: "/sign-in", shows: "Forgot your password?" },
  { name: "sign-up", path: "/sign-up", shows: "Create your account" },
  { name: "verify", path: "/verify?email=ada%40example.com", shows: "ada@example.com" },
  { name: "forgot-password", path: "/forgot-password", shows: "Reset your password" },
  { name: "reset-password", path: "/reset-password#token=x", shows: "Choose a new password" },
  { name: "invitation", path: "/invitation#token=x", shows: "You are invited" },
  { name: "mailbox", path: "/mailbox", shows: /is your code/ },
  { name: "not-found", path: "/nowhere", shows: "There is no such page" },
];

/** Pages of a person who has games. */
export const OF_A_PERSON: readonly Sight[] = [
  { name: "games", path: "/", shows: "Star Racer" },
  { name: "new-game", path: "/new-game", shows: "Who pays entry fees" },
  { name: "my-account", path: "/account", shows: "this one" },
  { name: "device", path: "/device", shows: "Sign a command line in" },
];

/** Pages of an environment in which something of everything has happened. */
export function filledSights({
  id,
  tournaments,
  gamer,
  account,
  event,
  webhooks,
}: FilledGame): Sight[] {
  const { pending, published, scored, completed, cancelled } = tournaments;
  const at = (page: string) => `/g/${id}/test/${page}`;
  const tournament = (one: string, tab?: string) =>
    at(`tournaments/${one}${tab ? `?tab=${tab}` : ""}`);
  return [
    { name: "getting-started", path: at("getting-started"), shows: "See it pay out" },
    { name: "tournaments", path: at("tournaments"), shows: "Winter final" },
    { name: "new-tournament", path: at("tournaments/new"), shows: "Registration closes" },
    { name: "edit", path: at(`tournaments/${pending}/edit`), shows: "Registration closes" },
    { name: "pending", path: tournament(pending, "entries"), shows: "Nobody joined yet" },
    { name: "no-scores", path: tournament(pending), shows: "No scores yet" },
    { name: "leaderboard", path: tournament(scored), shows: "4 of 5 entries listed" },
    {
      name: "around",
      path: `${tournament(scored, "leaderboard")}&gamer=edsger`,
      shows: "4 of 5 entries listed",
    },
    {
      name: "nobody-around",
      path: `${tournament(scored, "leaderboard")}&gamer=zed`,
      shows: "No gamer has the handle",
    },
    { name: "scores", path: tournament(scored, "scores"), shows: "6 scores" },
    { name: "held", path: `${tournament(scored, "scores")}&state=held`, shows: "1 score" },
    {
      name: "no-such-scores",
      path: `${tournament(scored, "scores")}&state=void&gamer=ada`,
      shows: "No score matches these filters",
    },
    {
      name: "score",
      path: tournament(scored, "scores"),
      shows: "6 scores",
      opens: "details of grace -7",
    },
    {
      name: "review",
      path: tournament(scored, "scores"),
      shows: "6 scores",
      chooses: "Choose grace 41,200",
      opens: "Review 1",
    },
    { name: "entries", path: tournament(published), shows: "5 entries" },
    { name: "entry", path: tournament(published), shows: "5 entries", opens: "details of ada" },
    {
      name: "disqualify",
      path: tournament(published),
      shows: "5 entries",
      chooses: "Choose ada",
      opens: "Disqualify 1",
    },
    {
      name: "reinstate",
      path: tournament(published),
      shows: "5 entries",
      chooses: "Choose edsger",
      opens: "Reinstate 1",
    },
    { name: "to-settle", path: tournament(published, "settlement"), shows: "It settles by itself" },
    { name: "money-so-far", path: tournament(published, "money"), shows: "It adds up" },
    { name: "json", path: tournament(published, "json"), shows: /"_id"/ },
    { name: "ranks", path: tournament(completed), shows: "5 entries" },
    { name: "settlement", path: tournament(completed, "settlement"), shows: "grace" },
    { name: "money", path: tournament(completed, "money"), shows: "verified" },
    { name: "refunds", path: tournament(cancelled, "money"), shows: "It adds up" },
    { name: "end", path: tournament(published), shows: "5 entries", opens: "End now" },
    { name: "end-held", path: tournament(scored), shows: "4 of 5", opens: "End now" },
    { name: "deposit", path: at(`gamers/${gamer}`), shows: "Transactions", opens: "Deposit" },
    { name: "new-key", path: at("keys"), shows: "Match server", opens: "Create key" },
    { name: "invite", path: at("team"), shows: "Withdraw", opens: "Invite" },
    { name: "reset", path: at("settings"), shows: "Terms", opens: "Reset test" },
    { name: "gamers", path: at("gamers"), shows: "edsger" },
    { name: "no-such-gamer", path: at("gamers?handle=zed"), shows: "No handle begins with" },
    { name: "gamer", path: at(`gamers/${gamer}`), shows: "Deposit" },
    { name: "ledger", path: at("ledger"), shows: "nothing is lost" },
    { name: "account", path: at(`ledger/${account}`), shows: "Entry fee" },
    { name: "keys", path: at("keys"), shows: "Match server" },
    { name: "requests", path: at("requests"), shows: /\/ledger\/accounts/ },
    { name: "events", path: at("events"), shows: "Winter final" },
    {
      name: "events-filtered",
      path: at(`events?types=entry.*&tournament=${completed}`),
      shows: "grace",
    },
    { name: "event", path: at(`events/${event}`), shows: "It is paused" },
    { name: "webhooks", path: at("webhooks"), shows: "Feeds the leaderboard" },
    { name: "new-endpoint", path: at("webhooks"), shows: "Feeds", opens: "Add endpoint" },
    { name: "endpoint", path: at(`webhooks/${webhooks.endpoint}`), shows: "entry.joined" },
    {
      name: "deliveries-filtered",
      path: at(`webhooks/${webhooks.endpoint}?state=skipped`),
      shows: "No delivery matches these filters",
    },
    {
      name: "delivery",
      path: at(`webhooks/${webhooks.endpoint}?open=${webhooks.failed}`),
      shows: "webhook-signature",
    },
    { name: "paused-endpoint", path: at(`webhooks/${webhooks.paused}`), shows: "Nothing was sent" },
    {
      name: "test-endpoint",
      path: at(`webhooks/${webhooks.paused}`),
      shows: "Nothing was sent",
      opens: "Send a test",
    },
    { name: "audit", path: at("audit"), shows: "Friday Open" },
    { name: "team", path: at("team"), shows: "Withdraw" },
    { name: "leave", path: at("team"), shows: "Withdraw", opens: "Leave the team" },
    { name: "settings", path: at("settings"), shows: "Reset test" },
  ];
}

/** Pages of an environment in which nothing has happened. */
export function emptySights(gameId: string): Sight[] {
  const at = (page: string) => `/g/${gameId}/live/${page}`;
  return [
    { name: "empty-getting-started", path: at("getting-started"), shows: "See it pay out" },
    { name: "empty-tournaments", path: at("tournaments"), shows: "No tournaments yet" },
    { name: "empty-gamers", path: at("gamers"), shows: "No gamers yet" },
    { name: "unknown-gamer", path: at("gamers/nobody"), shows: "No gamer has this handle" },
    { name: "empty-ledger", path: at("ledger"), shows: "Nothing has moved yet" },
    { name: "empty-requests", path: at("requests"), shows: "Requests" },
    { name: "empty-keys", path: at("keys"), shows: "No key yet" },
    { name: "empty-webhooks", path: at("webhooks"), shows: "No endpoint yet" },
    { name: "first-events", path: at("events"), shows: "Game created" },
    {
      name: "no-such-events",
      path: at("events?types=payout.paid"),
      shows: "matches these filters",
    },
    { name: "first-audit", path: at("audit"), shows: "Game created" },
    { name: "empty-team", path: at("team"), shows: "Nobody is invited" },
    { name: "empty-settings", path: at("settings"), shows: "Reset test" },
  ];
}
