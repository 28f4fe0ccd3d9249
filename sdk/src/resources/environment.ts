import type { Methods } from "../client/methods.ts";
import type { CallOptions } from "../client/options.ts";
import { pause } from "../client/pauses.ts";
import type { Answer, BodyOf, EventTypePattern } from "../types.ts";

/** A body with types of events. `*` matches all types. */
type Subscribing<Body> = Omit<Body, "events"> & { events?: (EventTypePattern | "*")[] };

export const createWebhooks = ({ call, callWithBody, callWith, list, wholeList }: Methods) => ({
  /** Creates an endpoint. Only this response has the secret. */
  create: callWith(
    "POST /webhook/create",
    (endpoint: Subscribing<BodyOf<"POST /webhook/create">>) => ({ body: endpoint }),
  ),

  get: call("GET /webhook/{endpointId}"),

  /** Lists all endpoints, newest first. */
  list: wholeList("GET /webhook", "endpoints"),

  update: callWith(
    "PATCH /webhook/{endpointId}/update",
    (change: Subscribing<BodyOf<"PATCH /webhook/{endpointId}/update">>) => ({ body: change }),
  ),

  remove: call("PATCH /webhook/{endpointId}/remove"),

  /** Creates a new secret. Needs an access token. */
  roll: callWithBody("POST /webhook/{endpointId}/roll"),

  /** Sends a test event immediately, and waits up to 15 seconds for the response of the endpoint. */
  test: call("POST /webhook/{endpointId}/test"),

  /** Lists the deliveries of an endpoint, latest event first. */
  deliveries: list("GET /webhook/{endpointId}/deliveries", "deliveries"),

  delivery: call("GET /webhook/{endpointId}/deliveries/{eventId}"),

  /** Sends one event again. */
  retry: call("POST /webhook/{endpointId}/deliveries/{eventId}/retry"),

  /** Sends a range of events again. */
  replay: callWithBody("POST /webhook/{endpointId}/replay"),
});

/**
 * Creates the methods of the request log, for debugging. A request appears within a second. The log can lose
 * requests.
 */
export const createRequests = ({ call, list }: Methods) => ({
  get: call("GET /request/{requestId}"),

  /** Lists requests, newest first. */
  list: list("GET /request", "requests"),
});

// An advance that is not ready after ten seconds takes much longer.
const CHECK_EVERY_MS = 1_000;

/**
 * Creates the methods of the clock of the environment. Only the clock of a test environment can be advanced.
 */
export const createClock = ({ send, call }: Methods) => ({
  get: call("GET /clock"),

  /**
   * Advances the clock, and resolves when everything that became due is settled. This can take long. Pass a
   * `signal` to stop waiting. The advance then continues in the background.
   */
  async advance(
    by: BodyOf<"PATCH /clock/advance">,
    options: CallOptions = {},
  ): Answer<"GET /clock"> {
    const { signal = new AbortController().signal } = options;
    let { clock, requestId } = await send("PATCH /clock/advance", { body: by }, options);
    while (clock.state !== "ready") {
      await pause(CHECK_EVERY_MS, signal);
      ({ clock, requestId } = await send("GET /clock", {}, { signal }));
    }
    return { clock, requestId };
  },
});
