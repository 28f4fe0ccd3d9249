// Generated from /openapi.json by `pnpm sdk:types`.

import type { Call } from "../client/call.ts";
import type { CallOptions } from "../client/options.ts";
import type { BodyOf, QueryOf, Results } from "../client/routes.ts";
import type { EventTypePattern, JoinResult, NewDecision } from "../types.ts";

/** A body with types of events. `*` matches all types. */
type Subscribing<Body> = Omit<Body, "events"> & { events?: (EventTypePattern | "*")[] };

/** One handle, or several. */
type Gamers = string | readonly string[];

const toGamers = (gamers: Gamers) =>
  typeof gamers === "string" ? { gamer: gamers } : { gamers: [...gamers] };

/** Creates the methods of all operations without a method in `src/resources/`. */
export const createResources = (call: Call) => ({
  tournaments: {
    /** Creates a tournament with the status `pending`. */
    create: (body: BodyOf<"POST /tournament/create">, options?: CallOptions) =>
      call.send("POST /tournament/create", { body }, options),

    /** Changes a pending tournament that has not started. Omitted fields do not change. */
    update: (tournamentId: string, body: BodyOf<"PATCH /tournament/{tournamentId}/update">, options?: CallOptions) =>
      call.send("PATCH /tournament/{tournamentId}/update", { params: { path: { tournamentId } }, body }, options),

    /** Replaces the metadata in any status. Null removes it. */
    setMetadata: (tournamentId: string, metadata: BodyOf<"PATCH /tournament/{tournamentId}/metadata">["metadata"], options?: CallOptions) =>
      call.send("PATCH /tournament/{tournamentId}/metadata", { params: { path: { tournamentId } }, body: { metadata } }, options),

    /** Returns a tournament with its current status and prize pool and, after its completion, its winners. */
    get: (tournamentId: string, options?: CallOptions) =>
      call.send("GET /tournament/{tournamentId}", { params: { path: { tournamentId } } }, options),

    /** Returns the tournaments of the environment, newest first. */
    list: (query: QueryOf<"GET /tournament"> = {}, options?: CallOptions) =>
      call.list("GET /tournament", "tournaments", { params: { query } }, options),

    /** Opens a pending tournament to gamers. */
    publish: (tournamentId: string, options?: CallOptions) =>
      call.send("PATCH /tournament/{tournamentId}/publish", { params: { path: { tournamentId } } }, options),

    /** Cancels a pending or published tournament and refunds all entry fees. */
    cancel: (tournamentId: string, options?: CallOptions) =>
      call.send("PATCH /tournament/{tournamentId}/cancel", { params: { path: { tournamentId } } }, options),

    /** Ends a tournament immediately, optionally with final ranks of gamers who are still in. */
    complete: (tournamentId: string, body: BodyOf<"PATCH /tournament/{tournamentId}/complete"> = {}, options?: CallOptions) =>
      call.send("PATCH /tournament/{tournamentId}/complete", { params: { path: { tournamentId } }, body }, options),

    /** Returns the standings of a tournament, a page at a time. */
    entries: (tournamentId: string, query: QueryOf<"GET /tournament/{tournamentId}/entries"> = {}, options?: CallOptions) =>
      call.list("GET /tournament/{tournamentId}/entries", "entries", { params: { path: { tournamentId }, query } }, options),

    /** Returns the number of entries and the prize pool of a tournament at regular intervals. */
    timeline: (tournamentId: string, query: QueryOf<"GET /tournament/{tournamentId}/timeline"> = {}, options?: CallOptions) =>
      call.send("GET /tournament/{tournamentId}/timeline", { params: { path: { tournamentId }, query } }, options),

    /** Returns the settlement of a tournament and a page of its payouts or refunds, the best rank first. */
    settlement: (tournamentId: string, query: QueryOf<"GET /tournament/{tournamentId}/settlement"> = {}, options?: CallOptions) =>
      call.list("GET /tournament/{tournamentId}/settlement", "payouts", { params: { path: { tournamentId }, query } }, options),

    /** Returns the prizes and payouts of a published tournament as if it ended now. */
    preview: (tournamentId: string, query: QueryOf<"GET /tournament/{tournamentId}/settlement/preview"> = {}, options?: CallOptions) =>
      call.list("GET /tournament/{tournamentId}/settlement/preview", "payouts", { params: { path: { tournamentId }, query } }, options),

    /** Returns all transfers into and out of the prize pool of a tournament, oldest first, and the seals that cover them. */
    statement: (tournamentId: string, query: QueryOf<"GET /tournament/{tournamentId}/statement"> = {}, options?: CallOptions) =>
      call.list("GET /tournament/{tournamentId}/statement", "lines", { params: { path: { tournamentId }, query } }, options),
  },
  entries: {
    /** Joins a gamer, and charges the entry fee. Pass a handle, or a body with metadata for the entry. */
    join: (tournamentId: string, gamer: string | BodyOf<"POST /tournament/{tournamentId}/join">, options?: CallOptions) =>
      call.send("POST /tournament/{tournamentId}/join", { params: { path: { tournamentId } }, body: typeof gamer === "string" ? { gamer } : gamer }, options),

    /** Joins up to 1,000 gamers. Each gamer has a separate result, in the order of the request. */
    joinMany: (tournamentId: string, gamers: Readonly<BodyOf<"POST /tournament/{tournamentId}/joins">["gamers"]>, options?: CallOptions): Results<"POST /tournament/{tournamentId}/joins", JoinResult> =>
      call.send("POST /tournament/{tournamentId}/joins", { params: { path: { tournamentId } }, body: { gamers: [...gamers] } }, options),

    /** Eliminates one or up to 1,000 gamers together, all or none. They share a rank. */
    eliminate: (tournamentId: string, gamers: Gamers, options?: CallOptions) =>
      call.send("PATCH /tournament/{tournamentId}/eliminate", { params: { path: { tournamentId } }, body: toGamers(gamers) }, options),

    /** Disqualifies one or up to 1,000 gamers, all or none. They have no rank and win no prize. They keep their seats, and their fees stay in the prize pool. The reason is stored. */
    disqualify: (tournamentId: string, gamers: Gamers, reason: string, options?: CallOptions) =>
      call.send("PATCH /tournament/{tournamentId}/disqualify", { params: { path: { tournamentId } }, body: { ...toGamers(gamers), reason } }, options),

    /** Undoes the disqualification or the latest elimination of one or up to 1,000 gamers, all or none. */
    reinstate: (tournamentId: string, gamers: Gamers, reason: string, options?: CallOptions) =>
      call.send("PATCH /tournament/{tournamentId}/reinstate", { params: { path: { tournamentId } }, body: { ...toGamers(gamers), reason } }, options),

    /** Returns the entry of a gamer in a tournament, with its current rank. */
    get: (tournamentId: string, handle: string, options?: CallOptions) =>
      call.send("GET /tournament/{tournamentId}/entry/{handle}", { params: { path: { tournamentId, handle } } }, options),
  },
  gamers: {
    /** Lists the entries of a gamer, newest first. `open` selects tournaments that gamers can still join. */
    entries: (handle: string, query: QueryOf<"GET /gamer/{handle}/entries"> = {}, options?: CallOptions) =>
      call.list("GET /gamer/{handle}/entries", "entries", { params: { path: { handle }, query } }, options),

    /** Creates a gamer, or returns the existing gamer with this handle. */
    create: (handle: string, options?: CallOptions) =>
      call.send("POST /gamer/create", { body: { handle } }, options),

    /** Lists gamers in the order of their handles. `handle` selects the handles that start with it. */
    list: (query: QueryOf<"GET /gamer"> = {}, options?: CallOptions) =>
      call.list("GET /gamer", "gamers", { params: { query } }, options),

    /** Sets the display name and the metadata of a gamer. Omitted fields do not change. Null removes a field. */
    update: (handle: string, body: BodyOf<"PATCH /gamer/{handle}/update">, options?: CallOptions) =>
      call.send("PATCH /gamer/{handle}/update", { params: { path: { handle } }, body }, options),

    /** Returns the gamer with this handle. */
    get: (handle: string, options?: CallOptions) =>
      call.send("GET /gamer/{handle}", { params: { path: { handle } } }, options),
  },
  scores: {
    /** Lists attempts with their decisions, newest first. `state: "held"` selects attempts to review. */
    list: (tournamentId: string, query: QueryOf<"GET /tournament/{tournamentId}/scores"> = {}, options?: CallOptions) =>
      call.list("GET /tournament/{tournamentId}/scores", "scores", { params: { path: { tournamentId }, query } }, options),

    /** Reviews one or up to 1,000 attempts by their ids, all or none. */
    review: (tournamentId: string, scores: string | readonly string[], decision: NewDecision, options?: CallOptions) =>
      call.send("PATCH /tournament/{tournamentId}/review", { params: { path: { tournamentId } }, body: { scores: typeof scores === "string" ? [scores] : [...scores], ...decision } }, options),
  },
  wallets: {
    /** Adds money to the wallet of a gamer, and returns the transaction. */
    deposit: (handle: string, amount: number, options?: CallOptions) =>
      call.send("POST /wallet/{handle}/deposit", { params: { path: { handle } }, body: { amount } }, options),

    /** Removes money from the wallet of a gamer, and returns the transaction. */
    withdraw: (handle: string, amount: number, options?: CallOptions) =>
      call.send("POST /wallet/{handle}/withdraw", { params: { path: { handle } }, body: { amount } }, options),

    /** Returns the wallet of a gamer with its balance. */
    get: (handle: string, options?: CallOptions) =>
      call.send("GET /wallet/{handle}", { params: { path: { handle } } }, options),

    /** Returns the statement of a gamer's wallet, newest transfer first. */
    transactions: (handle: string, query: QueryOf<"GET /wallet/{handle}/transactions"> = {}, options?: CallOptions) =>
      call.list("GET /wallet/{handle}/transactions", "transactions", { params: { path: { handle }, query } }, options),
  },
  account: {
    /** Returns the account of the game with its balance. */
    get: (options?: CallOptions) =>
      call.send("GET /account", {  }, options),

    /** Returns the statement of the game's account, newest transfer first. */
    transactions: (query: QueryOf<"GET /account/transactions"> = {}, options?: CallOptions) =>
      call.list("GET /account/transactions", "transactions", { params: { query } }, options),
  },
  requests: {
    /** Returns the requests to the environment, newest first, for debugging. */
    list: (query: QueryOf<"GET /request"> = {}, options?: CallOptions) =>
      call.list("GET /request", "requests", { params: { query } }, options),

    /** Returns a request from the log of the environment, by its `X-Request-Id`. */
    get: (requestId: string, options?: CallOptions) =>
      call.send("GET /request/{requestId}", { params: { path: { requestId } } }, options),
  },
  events: {
    /** Returns an event by its id. */
    get: (eventId: string, options?: CallOptions) =>
      call.send("GET /event/{eventId}", { params: { path: { eventId } } }, options),

    /** Returns one delivery for each endpoint that the event was sent to. */
    deliveries: (eventId: string, options?: CallOptions) =>
      call.wholeList("GET /event/{eventId}/deliveries", "deliveries", { params: { path: { eventId } } }, options),
  },
  clock: {
    /** Returns the clock of the environment. */
    get: (options?: CallOptions) =>
      call.send("GET /clock", {  }, options),
  },
  webhooks: {
    /** Returns all endpoints of the environment, newest first, without their secrets. */
    list: (options?: CallOptions) =>
      call.wholeList("GET /webhook", "endpoints", {  }, options),

    /** Returns an endpoint with its state, and the number of attempts and failures in the last 24 hours. */
    get: (endpointId: string, options?: CallOptions) =>
      call.send("GET /webhook/{endpointId}", { params: { path: { endpointId } } }, options),

    /** Creates an endpoint that receives events as signed POST requests, and returns it with its secret. */
    create: (endpoint: Subscribing<BodyOf<"POST /webhook/create">>, options?: CallOptions) =>
      call.send("POST /webhook/create", { body: endpoint }, options),

    /** Changes, pauses or enables an endpoint, and returns it. */
    update: (endpointId: string, change: Subscribing<BodyOf<"PATCH /webhook/{endpointId}/update">>, options?: CallOptions) =>
      call.send("PATCH /webhook/{endpointId}/update", { params: { path: { endpointId } }, body: change }, options),

    /** Removes an endpoint permanently and returns it. */
    remove: (endpointId: string, options?: CallOptions) =>
      call.send("PATCH /webhook/{endpointId}/remove", { params: { path: { endpointId } } }, options),

    /** Creates a new secret. Needs an access token. */
    roll: (endpointId: string, body: BodyOf<"POST /webhook/{endpointId}/roll"> = {}, options?: CallOptions) =>
      call.send("POST /webhook/{endpointId}/roll", { params: { path: { endpointId } }, body }, options),

    /** Returns the deliveries of an endpoint, latest event first. */
    deliveries: (endpointId: string, query: QueryOf<"GET /webhook/{endpointId}/deliveries"> = {}, options?: CallOptions) =>
      call.list("GET /webhook/{endpointId}/deliveries", "deliveries", { params: { path: { endpointId }, query } }, options),

    /** Returns the delivery of an event to an endpoint, with its latest attempts. */
    delivery: (endpointId: string, eventId: string, options?: CallOptions) =>
      call.send("GET /webhook/{endpointId}/deliveries/{eventId}", { params: { path: { endpointId, eventId } } }, options),

    /** Sends an event to an endpoint again, with up to ten new attempts. */
    retry: (endpointId: string, eventId: string, options?: CallOptions) =>
      call.send("POST /webhook/{endpointId}/deliveries/{eventId}/retry", { params: { path: { endpointId, eventId } } }, options),

    /** Sends a `webhook.test` event to an endpoint, and returns the delivery with the response of the endpoint. */
    test: (endpointId: string, options?: CallOptions) =>
      call.send("POST /webhook/{endpointId}/test", { params: { path: { endpointId } } }, options),

    /** Sends a range of events to an endpoint again: all events that it subscribes to, or only failed ones. */
    replay: (endpointId: string, body: BodyOf<"POST /webhook/{endpointId}/replay">, options?: CallOptions) =>
      call.send("POST /webhook/{endpointId}/replay", { params: { path: { endpointId } }, body }, options),
  },
});

export type Resources = ReturnType<typeof createResources>;
