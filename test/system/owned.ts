import { created, idOf, published } from "../harness/tournament.ts";
import { joined } from "../harness/gamers.ts";
import { until } from "@tms/stack/until";
import type { Api } from "../harness/api.ts";

/** Names of what a game has. */
export interface Owned {
  gameId: string;
  tournamentId: string;
  otherTournamentId?: string;
  handle: string;
  requestId: string;
  cursors: { tournaments: string; transactions: string; gamers: string; requests: string };
}

/** Gives a game two published tournaments, gamers, wallets and statements. */
export async function populated(api: Api): Promise<Owned> {
  const path = await published(api, { entryFee: 2 });
  const other = await published(api, { entryFee: 1 });
  await created(api);
  const handle = "the-owner";
  for (const tournament of [path, other]) await joined(api, tournament, handle, "bob");
  await api.post(`/wallet/${handle}/deposit`, { amount: 5 });
  const { headers } = await api.get("/account");
  const requestId = headers.get("x-request-id") ?? "";
  await until(async () => (await api.get(`/request/${requestId}`)).status === 200, {
    timeoutMs: 20_000,
    everyMs: 100,
    what: "a request in the log",
  });
  const cursorOf = async (list: string) => (await api.get(`${list}?limit=1`)).body.nextCursor ?? "";
  return {
    gameId: api.gameId,
    tournamentId: idOf(path),
    otherTournamentId: idOf(other),
    handle,
    requestId,
    cursors: {
      tournaments: await cursorOf("/tournament"),
      transactions: await cursorOf("/account/transactions"),
      gamers: await cursorOf("/gamer"),
      requests: await cursorOf("/request"),
    },
  };
}

/** All that a game shows of itself, as text. */
export async function everythingOf({ api, owned }: { api: Api; owned: Owned }): Promise<string> {
  const tournament = `/tournament/${owned.tournamentId}`;
  const paths = [
    "/tournament",
    "/account",
    "/account/transactions",
    tournament,
    `${tournament}/entries`,
    `${tournament}/settlement`,
    "/gamer",
    `/gamer/${owned.handle}`,
    `/wallet/${owned.handle}`,
    `/wallet/${owned.handle}/transactions`,
  ];
  const bodies = [];
  for (const path of paths) {
    const { status, body } = await api.get(path);
    if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`);
    bodies.push(body);
  }
  return JSON.stringify(bodies);
}
