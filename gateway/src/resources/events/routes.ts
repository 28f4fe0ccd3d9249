import { isId } from "@tms/kit/values/ids";
import type { ListEventsResponse } from "@tms/proto/tms/event/v1/event";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../app-type.ts";
import { principalOf } from "../../auth/principal.ts";
import type { EventWatch } from "../../event-log/event-watch.ts";
import type { Clients } from "../../clients.ts";
import { onceClosed } from "../../http/closed.ts";
import { renewDeadline, within } from "../../http/deadline.ts";
import { ProblemError } from "../../problems/problem-error.ts";
import { expiredAs } from "./expired.ts";
import { eventJson } from "./json.ts";
import * as operations from "./operations.ts";
import { faultIn, filterOf, type EventsAsked } from "./query.ts";

type EventClients = Pick<Clients, "events">;

/** The log of an environment. */
export function eventRoutes(app: App, clients: EventClients, watch: EventWatch): void {
  app.get("/event", operations.list, async (request, reply) => {
    const { query } = request;
    const fault = faultIn(query);
    if (fault) throw fault;
    const filter = filterOf(query);
    const waitMs = (query.waitSeconds ?? 0) * 1_000;
    const found = await readOrWait(clients, watch, { request, reply, filter, waitMs }).catch(
      async (error: unknown) => {
        throw await expiredAs(clients, request, error);
      },
    );
    return {
      events: found.events.map(eventJson),
      nextAfter: Number(found.nextAfter),
      nextBefore: found.nextBefore === 0n ? null : Number(found.nextBefore),
    };
  });

  app.get("/event/:eventId", operations.read, async (request) => {
    const { eventId } = request.params;
    if (!isId(eventId)) throw new ProblemError("EVENT_NOT_FOUND");
    const gameId = principalOf(request).game.id;
    const { event } = await clients.events.getEvent({ gameId, eventId }, within(request));
    if (event === undefined) throw new Error("the events service returned no event");
    return { event: eventJson(event) };
  });
}

interface Waiting {
  request: FastifyRequest;
  reply: FastifyReply;
  filter: EventsAsked;
  /** How long to wait where there is nothing yet. */
  waitMs: number;
}

/** Reads from a log; where nothing fits yet, waits until it has grown and reads on. */
async function readOrWait(
  { events }: EventClients,
  watch: EventWatch,
  { request, reply, filter, waitMs }: Waiting,
): Promise<ListEventsResponse> {
  const { game, actor } = principalOf(request);
  const endsAt = performance.now() + waitMs;
  const gone = new AbortController();
  onceClosed(reply, () => gone.abort());
  let asked = { ...filter, gameId: game.id };
  for (;;) {
    const found = await events.listEvents(asked, within(request));
    if (found.events.length > 0 || performance.now() >= endsAt) return found;
    // A log that is longer than one read looks through is beyond this already.
    const wait = { gameId: game.id, after: found.nextAfter, endsAt, signal: gone.signal };
    if (!(await watch.wait({ ...wait, caller: actor.id }))) return found;
    asked = { ...asked, afterSequence: found.nextAfter };
    renewDeadline(request);
  }
}
