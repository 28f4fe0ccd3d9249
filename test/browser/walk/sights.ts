import type { FilledGame } from "./filled-game.ts";

/** A page, and a text by which one knows that it has everything it shows. */
export interface Sight {
  name: string;
  path: string;
  shows: string | RegExp;
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
  { name: "device", path: "/device?code=WDJB-MJHT", shows: "Sign a command line in" },
];

/** Pages of an environment in which something of everything has happened. */
export function filledSights({ id, tournaments, gamer, account }: FilledGame): Sight[] {
  const { pending, published, completed, cancelled } = tournaments;
  const at = (page: string) => `/g/${id}/test/${page}`;
  const tournament = (one: string, tab?: string) =>
    at(`tournaments/${one}${tab ? `?tab=${tab}` : ""}`);
  return [
    { name: "getting-started", path: at("getting-started"), shows: "See it pay out" },
    { name: "tournaments", path: at("tournaments"), shows: "Winter final" },
    { name: "new-tournament", path: at("tournaments/new"), shows: "Registration closes" },
    { name: "edit", path: at(`tournaments/${pending}/edit`), shows: "Registration closes" },
    { name: "pending", path: tournament(pending), shows: "Nobody joined yet" },
    { name: "entries", path: tournament(published), shows: "5 entries" },
    { name: "to-settle", path: tournament(published, "settlement"), shows: "It settles by itself" },
    { name: "money-so-far", path: tournament(published, "money"), shows: "It adds up" },
    { name: "json", path: tournament(published, "json"), shows: /"_id"/ },
    { name: "ranks", path: tournament(completed), shows: "5 entries" },
    { name: "settlement", path: tournament(completed, "settlement"), shows: "grace" },
    { name: "money", path: tournament(completed, "money"), shows: "verified" },
    { name: "refunds", path: tournament(cancelled, "money"), shows: "It adds up" },
    { name: "end", path: tournament(published), shows: "5 entries", opens: "End now" },
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
    { name: "team", path: at("team"), shows: "Withdraw" },
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
    { name: "empty-team", path: at("team"), shows: "Nobody is invited" },
    { name: "empty-settings", path: at("settings"), shows: "Reset test" },
  ];
}
