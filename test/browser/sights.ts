import type { Page } from "playwright-core";

/** A page of the dashboard. */
export interface Sight {
  name: string;
  /** Within the dashboard. A name in braces stands for an id of the game. */
  path: string;
  /** A text that the page shows when it is complete. */
  shows: string | RegExp;
  /** A row that is chosen first. */
  chooses?: string;
  /** A button that opens a dialog. */
  opens?: string;
}

const sight = (
  name: string,
  path: string,
  shows: string | RegExp,
  opens?: string,
  chooses?: string,
): Sight => ({ name, path, shows, ...(opens && { opens }), ...(chooses && { chooses }) });

/** Pages that need no session. */
const OUTSIDE = [
  sight("sign-in", "/sign-in", "Forgot your password?"),
  sight("sign-up", "/sign-up", "automatic payouts"),
  sight("verify", "/verify?email=ada%40example.com", "ada@example.com"),
  sight("forgot-password", "/forgot-password", "Password reset"),
  sight("reset-password", "/reset-password#token=x", "ends all your other sessions"),
  sight("invitation", "/invitation#token=x", "to join the team"),
  sight("mailbox", "/mailbox", /is your code/),
  sight("not-found", "/nowhere", "Page not found"),
];

const NO_GAMES = sight("no-games", "/", "No games yet");

/** Pages of a person who has games. */
const OF_A_PERSON = [
  sight("games", "/", "Star Racer"),
  sight("new-game", "/new-game", "Payer of entry fees"),
  sight("my-account", "/account", "this session"),
  sight("device", "/device", "Command line sign-in"),
];

const filled = (page: string) => `/g/{game}/test/${page}`;
const tournament = (which: string, tab?: string) =>
  filled(`tournaments/{${which}}${tab ? `?tab=${tab}` : ""}`);

/** Pages of a test environment with something of everything. */
const FILLED = [
  sight("getting-started", filled("getting-started"), "Pay out the tournament"),
  sight("tournaments", filled("tournaments"), "Winter final"),
  sight("new-tournament", filled("tournaments/new"), "Registration closes"),
  sight("edit", filled("tournaments/{pending}/edit"), "Registration closes"),
  sight("pending", tournament("pending", "entries"), "No entries yet"),
  sight("no-scores", tournament("pending"), "No scores yet"),
  sight("leaderboard", tournament("scored"), "4 of 5 entries listed"),
  sight("around", tournament("scored", "leaderboard&gamer=edsger"), "4 of 5 entries listed"),
  sight("nobody-around", tournament("scored", "leaderboard&gamer=zed"), "No gamer has the handle"),
  sight("scores", tournament("scored", "scores"), "6 scores"),
  sight("held", tournament("scored", "scores&state=held"), "1 score"),
  sight(
    "no-such-scores",
    tournament("scored", "scores&state=void&gamer=ada"),
    "No scores match these filters",
  ),
  sight("score", tournament("scored", "scores"), "6 scores", "details of grace -7"),
  sight("review", tournament("scored", "scores"), "6 scores", "Review 1", "Choose grace 41,200"),
  sight("entries", tournament("published"), "5 entries"),
  sight("entry", tournament("published"), "5 entries", "details of ada"),
  sight("disqualify", tournament("published"), "5 entries", "Disqualify 1", "Choose ada"),
  sight("reinstate", tournament("published"), "5 entries", "Reinstate 1", "Choose edsger"),
  sight("to-settle", tournament("published", "settlement"), "Settlement is automatic"),
  sight("money-so-far", tournament("published", "money"), "The amounts balance"),
  sight("json", tournament("published", "json"), /"_id"/),
  sight("ranks", tournament("completed"), "5 entries"),
  sight("settlement", tournament("completed", "settlement"), "grace"),
  sight("money", tournament("completed", "money"), "verified"),
  sight("refunds", tournament("cancelled", "money"), "The amounts balance"),
  sight("end", tournament("published"), "5 entries", "End tournament"),
  sight("end-held", tournament("scored"), "4 of 5", "End tournament"),
  sight("deposit", filled("gamers/{gamer}"), "Transactions", "Deposit"),
  sight("new-key", filled("keys"), "Match server", "Create key"),
  sight("invite", filled("team"), "Withdraw", "Invite"),
  sight("reset", filled("settings"), "Terms", "Reset test"),
  sight("gamers", filled("gamers"), "edsger"),
  sight("no-such-gamer", filled("gamers?handle=zed"), "No handle begins with"),
  sight("gamer", filled("gamers/{gamer}"), "Deposit"),
  sight("ledger", filled("ledger"), "the ledger balances"),
  sight("account", filled("ledger/{account}"), "Entry fee"),
  sight("keys", filled("keys"), "Match server"),
  sight("requests", filled("requests"), /\/ledger\/accounts/),
  sight("events", filled("events"), "Winter final"),
  sight("events-filtered", filled("events?types=entry.*&tournament={completed}"), "grace"),
  sight("event", filled("events/{event}"), "Not sent, because the endpoint is paused"),
  sight("webhooks", filled("webhooks"), "Feeds the leaderboard"),
  sight("new-endpoint", filled("webhooks"), "Feeds", "Add endpoint"),
  sight("endpoint", filled("webhooks/{endpoint}"), "Retrying"),
  sight(
    "deliveries-filtered",
    filled("webhooks/{endpoint}?state=skipped"),
    "No deliveries match these filters",
  ),
  sight("delivery", filled("webhooks/{endpoint}?open={failed}"), "webhook-signature"),
  sight("paused-endpoint", filled("webhooks/{paused}"), "No deliveries yet"),
  sight("test-endpoint", filled("webhooks/{paused}"), "No deliveries yet", "Send test event"),
  sight("audit", filled("audit"), "Friday Open"),
  sight("team", filled("team"), "Withdraw"),
  sight("leave", filled("team"), "Withdraw", "Leave team"),
  sight("settings", filled("settings"), "Reset test"),
];

const empty = (page: string) => `/g/{emptyGame}/live/${page}`;

/** Pages of an empty environment. */
const EMPTY = [
  sight("empty-getting-started", empty("getting-started"), "Pay out the tournament"),
  sight("empty-tournaments", empty("tournaments"), "No tournaments yet"),
  sight("empty-gamers", empty("gamers"), "No gamers yet"),
  sight("unknown-gamer", empty("gamers/nobody"), "No gamer has this handle"),
  sight("empty-ledger", empty("ledger"), "No transfers yet"),
  sight("empty-requests", empty("requests"), "Requests"),
  sight("empty-keys", empty("keys"), "No API keys yet"),
  sight("empty-webhooks", empty("webhooks"), "No endpoints yet"),
  sight("first-events", empty("events"), "Game created"),
  sight("no-such-events", empty("events?types=payout.paid"), "match these filters"),
  sight("first-audit", empty("audit"), "Game created"),
  sight("empty-team", empty("team"), "No open invitations"),
  sight("empty-settings", empty("settings"), "Reset test"),
];

/** All pages, and the person who looks at each. */
export const SIGHTS = [
  ...OUTSIDE.map((page) => ({ ...page, walker: "anybody" as const })),
  { ...NO_GAMES, walker: "newcomer" as const },
  ...[...OF_A_PERSON, ...FILLED, ...EMPTY].map((page) => ({ ...page, walker: "owner" as const })),
];

/** Goes to a page within the dashboard, and waits until it is complete. */
export async function show(
  page: Page,
  { path, shows, chooses, opens }: Omit<Sight, "name">,
  ids: Readonly<Record<string, string>> = {},
): Promise<void> {
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const id = ids[name];
    if (id === undefined) throw new Error(`Nothing has the id {${name}} of ${path}`);
    return id;
  });
  // As a link does: a load for each page would take most of the time.
  await page.evaluate(`history.pushState({}, "", ${JSON.stringify(`/dashboard${address}`)})`);
  // A narrow page keeps some texts out of sight.
  await page.getByText(shows).filter({ visible: true }).first().waitFor();
  await settle(page);
  if (chooses !== undefined) await page.getByRole("checkbox", { name: chooses }).check();
  if (opens === undefined) return;
  await page.getByRole("main").getByRole("button", { name: opens }).click();
  await page.getByRole("dialog").waitFor();
  await settle(page);
}

/** Waits until a page shows no placeholder. */
const settle = (page: Page): Promise<void> =>
  page.locator("[aria-busy=true], .mantine-Skeleton-root").first().waitFor({ state: "detached" });

/** Closes the dialog of a page. */
export async function leave(page: Page, { opens }: Sight): Promise<void> {
  if (opens === undefined) return;
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
}
