import { createCall } from "./client/call.ts";
import { createHttp, type Http } from "./client/http.ts";
import { readOptions, type TmsOptions } from "./client/options.ts";
import { createResources, type Resources } from "./gen/resources.ts";
import { clockMethods } from "./resources/clock.ts";
import { eventMethods } from "./resources/events.ts";
import { leaderboardMethods, scoreMethods } from "./resources/scores.ts";

/** A client of one environment of a game. */
export interface Tms extends Resources {
  scores: Resources["scores"] & ReturnType<typeof scoreMethods>;
  leaderboard: ReturnType<typeof leaderboardMethods>;
  clock: Resources["clock"] & ReturnType<typeof clockMethods>;
  events: Resources["events"] & ReturnType<typeof eventMethods>;
  /** The typed HTTP client. It also has the operations for signed-in people, which have no methods here. */
  http: Http;
}

/**
 * Creates a client of one environment of a game. Its methods return the responses of the OpenAPI document,
 * with a `requestId`. They throw a TmsError if the response is a problem, and a TmsConnectionError if there
 * is no complete response. Throws a TypeError for invalid options.
 */
export function createTms(options: TmsOptions): Tms {
  const settings = readOptions(options);
  const http = createHttp(settings);
  const call = createCall(http);
  const resources = createResources(call);
  const { scores, clock, events } = resources;
  return {
    ...resources,
    scores: { ...scores, ...scoreMethods(call) },
    leaderboard: leaderboardMethods(call),
    clock: { ...clock, ...clockMethods(call, clock) },
    events: { ...events, ...eventMethods(call, settings) },
    http,
  };
}
