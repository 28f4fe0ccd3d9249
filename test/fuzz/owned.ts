import { newId } from "@tms/kit/values/ids";
import { created, idOf, published } from "../harness/tournament.ts";
import { joined } from "../harness/gamers.ts";
import { until } from "@tms/stack/until";
import type { Api } from "../harness/api.ts";

// What is told of what is made here; keys of the game come and go while the suites run.
const TOLD = "tournament.*,entry.*";
// Three tournaments of which two are published, each with two entries.
const TOLD_OF_ALL = 9;

/** Names of what a game has. */
export interface Owned {
  gameId: string;
  tournamentId: string;
  otherTournamentId?: string;
  handle: string;
  requestId: string;
  eventId: string;
  endpointId: string;
  /** An event that was sent to the endpoint. */
  deliveredId: string;
  cursors: Record<"tournaments" | "transactions" | "gamers" | "requests" | "deliveries", string>;
}

/** Gives a game two published tournaments, gamers, wallets and statements. */
export async function populated(api: Api): Promise<Owned> {
  const endpointId = await newEndpoint(api);
  const path = await published(api, { entryFee: 2 });
  const other = await published(api, { entryFee: 1 });
  await created(api);
  const handle = "the-owner";
  for (const tournament of [path, other]) await joined(api, tournament, handle, "bob");
  await api.post(`/wallet/${handle}/deposit`, { amount: 5 });
  // Of what succeeds the log keeps a sample alone while others ask for much.
  const { headers } = await api.get(`/tournament/${newId()}`);
  const requestId = headers.get("x-request-id") ?? "";
  await until(async () => (await api.get(`/request/${requestId}`)).status === 200, {
    timeoutMs: 60_000,
    everyMs: 100,
    what: "a request in the log",
  });
  const eventId = await until(
    async () => {
      const { events } = (await api.get(`/event?types=${TOLD}`)).body;
      return events.length === TOLD_OF_ALL ? events[0]?.id : undefined;
    },
    { timeoutMs: 60_000, everyMs: 100, what: "all that was done in the log" },
  );
  const deliveredId = await until(
    async () => (await api.get(`/webhook/${endpointId}/deliveries`)).body.deliveries[1]?.event.id,
    { timeoutMs: 60_000, everyMs: 100, what: "two deliveries" },
  );
  // What is shown of it below then changes no more by itself.
  await api.patch(`/webhook/${endpointId}/update`, { enabled: false });
  const cursorOf = async (list: string) => (await api.get(`${list}?limit=1`)).body.nextCursor ?? "";
  return {
    gameId: api.gameId,
    tournamentId: idOf(path),
    otherTournamentId: idOf(other),
    handle,
    requestId,
    eventId,
    endpointId,
    deliveredId,
    cursors: {
      tournaments: await cursorOf("/tournament"),
      transactions: await cursorOf("/account/transactions"),
      gamers: await cursorOf("/gamer"),
      requests: await cursorOf("/request"),
      deliveries: await cursorOf(`/webhook/${endpointId}/deliveries`),
    },
  };
}

/** An endpoint that nobody listens at. */
async function newEndpoint(api: Api): Promise<string> {
  const { status, body } = await api.post("/webhook/create", { url: "http://127.0.0.1:9/" });
  if (status !== 201) throw new Error(`an endpoint was answered with ${status}`);
  return body.endpoint.id;
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
    `/event?types=${TOLD}`,
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
  const { endpoint } = (await api.get(`/webhook/${owned.endpointId}`)).body;
  // How far it is behind changes with time.
  const { url, description, events, enabled } = endpoint;
  return JSON.stringify([...bodies, { url, description, events, enabled }]);
}
