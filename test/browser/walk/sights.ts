/** A page, and a text by which one knows that it has everything it shows. */
export interface Sight {
  name: string;
  /** Within the dashboard; what is in braces is the id of something the game has. */
  path: string;
  shows: string | RegExp;
  /** The row that is chosen first. */
  chooses?: string;
  /** The button that opens the dialog to be looked at. */
  opens?: string;
}

/** The path of a page, with the ids that it goes by. */
export const pathOf = ({ path }: Sight, ids: Readonly<Record<string, string>>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const id = ids[name];
    if (id === undefined) throw new Error(`Nothing has the id {${name}} of ${path}`);
    return id;
  });

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

/** What somebody sees who has no games yet. */
export const NO_GAMES: Sight = { name: "no-games", path: "/", shows: "Create your first game" };

/** Pages of a person who has games. */
export const OF_A_PERSON: readonly Sight[] = [
  { name: "games", path: "/", shows: "Star Racer" },
  { name: "new-game", path: "/new-game", shows: "Who pays entry fees" },
  { name: "my-account", path: "/account", shows: "this one" },
  { name: "device", path: "/device", shows: "Sign a command line in" },
];

const filled = (page: string) => `/g/{game}/test/${page}`;
const tournament = (which: string, tab?: string) =>
  filled(`tournaments/{${which}}${tab ? `?tab=${tab}` : ""}`);

/** Pages of an environment in which something of everything has happened. */
export const FILLED: readonly Sight[] = [
  { name: "getting-started", path: filled("getting-started"), shows: "See it pay out" },
  { name: "tournaments", path: filled("tournaments"), shows: "Winter final" },
  { name: "new-tournament", path: filled("tournaments/new"), shows: "Registration closes" },
  { name: "edit", path: filled("tournaments/{pending}/edit"), shows: "Registration closes" },
  { name: "pending", path: tournament("pending", "entries"), shows: "Nobody joined yet" },
  { name: "no-scores", path: tournament("pending"), shows: "No scores yet" },
  { name: "leaderboard", path: tournament("scored"), shows: "4 of 5 entries listed" },
  {
    name: "around",
    path: tournament("scored", "leaderboard&gamer=edsger"),
    shows: "4 of 5 entries listed",
  },
  {
    name: "nobody-around",
    path: tournament("scored", "leaderboard&gamer=zed"),
    shows: "No gamer has the handle",
  },
  { name: "scores", path: tournament("scored", "scores"), shows: "6 scores" },
  { name: "held", path: tournament("scored", "scores&state=held"), shows: "1 score" },
  {
    name: "no-such-scores",
    path: tournament("scored", "scores&state=void&gamer=ada"),
    shows: "No score matches these filters",
  },
  {
    name: "score",
    path: tournament("scored", "scores"),
    shows: "6 scores",
    opens: "details of grace -7",
  },
  {
    name: "review",
    path: tournament("scored", "scores"),
    shows: "6 scores",
    chooses: "Choose grace 41,200",
    opens: "Review 1",
  },
  { name: "entries", path: tournament("published"), shows: "5 entries" },
  { name: "entry", path: tournament("published"), shows: "5 entries", opens: "details of ada" },
  {
    name: "disqualify",
    path: tournament("published"),
    shows: "5 entries",
    chooses: "Choose ada",
    opens: "Disqualify 1",
  },
  {
    name: "reinstate",
    path: tournament("published"),
    shows: "5 entries",
    chooses: "Choose edsger",
    opens: "Reinstate 1",
  },
  { name: "to-settle", path: tournament("published", "settlement"), shows: "It settles by itself" },
  { name: "money-so-far", path: tournament("published", "money"), shows: "It adds up" },
  { name: "json", path: tournament("published", "json"), shows: /"_id"/ },
  { name: "ranks", path: tournament("completed"), shows: "5 entries" },
  { name: "settlement", path: tournament("completed", "settlement"), shows: "grace" },
  { name: "money", path: tournament("completed", "money"), shows: "verified" },
  { name: "refunds", path: tournament("cancelled", "money"), shows: "It adds up" },
  { name: "end", path: tournament("published"), shows: "5 entries", opens: "End now" },
  { name: "end-held", path: tournament("scored"), shows: "4 of 5", opens: "End now" },
  { name: "deposit", path: filled("gamers/{gamer}"), shows: "Transactions", opens: "Deposit" },
  { name: "new-key", path: filled("keys"), shows: "Match server", opens: "Create key" },
  { name: "invite", path: filled("team"), shows: "Withdraw", opens: "Invite" },
  { name: "reset", path: filled("settings"), shows: "Terms", opens: "Reset test" },
  { name: "gamers", path: filled("gamers"), shows: "edsger" },
  { name: "no-such-gamer", path: filled("gamers?handle=zed"), shows: "No handle begins with" },
  { name: "gamer", path: filled("gamers/{gamer}"), shows: "Deposit" },
  { name: "ledger", path: filled("ledger"), shows: "nothing is lost" },
  { name: "account", path: filled("ledger/{account}"), shows: "Entry fee" },
  { name: "keys", path: filled("keys"), shows: "Match server" },
  { name: "requests", path: filled("requests"), shows: /\/ledger\/accounts/ },
  { name: "events", path: filled("events"), shows: "Winter final" },
  {
    name: "events-filtered",
    path: filled("events?types=entry.*&tournament={completed}"),
    shows: "grace",
  },
  { name: "event", path: filled("events/{event}"), shows: "It is paused" },
  { name: "webhooks", path: filled("webhooks"), shows: "Feeds the leaderboard" },
  { name: "new-endpoint", path: filled("webhooks"), shows: "Feeds", opens: "Add endpoint" },
  { name: "endpoint", path: filled("webhooks/{endpoint}"), shows: "entry.joined" },
  {
    name: "deliveries-filtered",
    path: filled("webhooks/{endpoint}?state=skipped"),
    shows: "No delivery matches these filters",
  },
  {
    name: "delivery",
    path: filled("webhooks/{endpoint}?open={failed}"),
    shows: "webhook-signature",
  },
  { name: "paused-endpoint", path: filled("webhooks/{paused}"), shows: "Nothing was sent" },
  {
    name: "test-endpoint",
    path: filled("webhooks/{paused}"),
    shows: "Nothing was sent",
    opens: "Send a test",
  },
  { name: "audit", path: filled("audit"), shows: "Friday Open" },
  { name: "team", path: filled("team"), shows: "Withdraw" },
  { name: "leave", path: filled("team"), shows: "Withdraw", opens: "Leave the team" },
  { name: "settings", path: filled("settings"), shows: "Reset test" },
];

const empty = (page: string) => `/g/{emptyGame}/live/${page}`;

/** Pages of an environment in which nothing has happened. */
export const EMPTY: readonly Sight[] = [
  { name: "empty-getting-started", path: empty("getting-started"), shows: "See it pay out" },
  { name: "empty-tournaments", path: empty("tournaments"), shows: "No tournaments yet" },
  { name: "empty-gamers", path: empty("gamers"), shows: "No gamers yet" },
  { name: "unknown-gamer", path: empty("gamers/nobody"), shows: "No gamer has this handle" },
  { name: "empty-ledger", path: empty("ledger"), shows: "Nothing has moved yet" },
  { name: "empty-requests", path: empty("requests"), shows: "Requests" },
  { name: "empty-keys", path: empty("keys"), shows: "No key yet" },
  { name: "empty-webhooks", path: empty("webhooks"), shows: "No endpoint yet" },
  { name: "first-events", path: empty("events"), shows: "Game created" },
  {
    name: "no-such-events",
    path: empty("events?types=payout.paid"),
    shows: "matches these filters",
  },
  { name: "first-audit", path: empty("audit"), shows: "Game created" },
  { name: "empty-team", path: empty("team"), shows: "Nobody is invited" },
  { name: "empty-settings", path: empty("settings"), shows: "Reset test" },
];
