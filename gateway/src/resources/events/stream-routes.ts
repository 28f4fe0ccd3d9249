import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../app-type.ts";
import type { CheckAgain } from "../../auth/access-checks.ts";
import { principalOf } from "../../auth/principal.ts";
import type { EventFeed, OpenedReader } from "../../event-log/event-feed.ts";
import type { Clients } from "../../clients.ts";
import { onceClosed } from "../../http/closed.ts";
import { renewDeadline, within } from "../../http/deadline.ts";
import { createOpenLimit } from "../../http/limits/open-limit.ts";
import { ProblemError } from "../../problems/problem-error.ts";
import { expiredAs } from "./expired.ts";
import * as operations from "./operations.ts";
import {
  faultInTypes,
  fitsFilter,
  positionOf,
  streamFilterOf,
  type StreamFilter,
} from "./query.ts";
import { eventStream, type Page } from "./stream.ts";

/** How many streams a caller, a game, and all callers, may have open. */
export const MOST_STREAMS = { perCaller: 20, perGame: 100, perReplica: 500 };

// As late as anything else that ends an access takes effect.
const CHECK_EVERY_MS = 5_000;
const PAGE = 500;

const HEADERS = {
  "content-type": "text/event-stream; charset=utf-8",
  // Proxies that would hold the text back, or compress it, are told not to.
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
};

/** What a stream needs. */
export interface StreamParts {
  clients: Pick<Clients, "events">;
  feed: EventFeed;
  checkAgain: CheckAgain;
}

/** The log of an environment as it grows. */
export function eventStreamRoutes(app: App, parts: StreamParts): void {
  const begin = createOpenLimit(MOST_STREAMS);
  const { config } = operations.stream;
  // A HEAD made of the GET would follow the log until its caller has gone.
  app.head("/event/stream", { config, schema: { hide: true } }, async (_request, reply) =>
    reply.headers(HEADERS).send(),
  );
  app.get(
    "/event/stream",
    { ...operations.stream, exposeHeadRoute: false },
    async (request, reply) => {
      const fault = faultInTypes(request.query);
      if (fault) throw fault;
      const filter = streamFilterOf(request.query);
      const after = positionOf(request);
      const leave = begin(principalOf(request).actor.id, principalOf(request).game.id);
      if (leave === undefined) throw new ProblemError("STREAM_LIMIT");
      onceClosed(reply, leave);
      const text = await openStream(parts, { request, reply, filter, after });
      return reply.headers(HEADERS).send(Readable.from(text, { highWaterMark: 1 }));
    },
  );
}

interface Opening {
  request: FastifyRequest;
  reply: FastifyReply;
  filter: StreamFilter;
  /** Where the caller is; undefined begins now. */
  after: bigint | undefined;
}

/** Everything that can be refused is, before the first byte. */
async function openStream(
  { clients, feed, checkAgain }: StreamParts,
  { request, reply, filter, after }: Opening,
): Promise<AsyncGenerator<string, void>> {
  const gameId = principalOf(request).game.id;
  const read = async (position: bigint): Promise<Page> => {
    renewDeadline(request);
    const asked = { gameId, ...filter, afterSequence: position, limit: PAGE };
    return await clients.events.listEvents(asked, within(request));
  };
  const reader = await feed.open(gameId, {
    fits: (event) => fitsFilter(filter, event),
    // What waits for a slow reader is dropped with its connection.
    onEnd: (why) => void (why === "behind" && reply.raw.destroy()),
  });
  onceClosed(reply, () => {
    reader.end("gone");
    reader.close();
  });
  const first =
    after === undefined
      ? undefined
      : await read(after).catch(async (error: unknown) => {
          throw await expiredAs(clients, request, error);
        });
  keepChecking(request, reply, reader, checkAgain);
  return eventStream({ reader, after: after ?? reader.last, first, read });
}

/** Ends a stream whose caller would be refused by now. */
function keepChecking(
  request: FastifyRequest,
  reply: FastifyReply,
  reader: OpenedReader,
  checkAgain: CheckAgain,
): void {
  const timer = setInterval(() => {
    checkAgain(request).catch(() => reader.end("credentials"));
  }, CHECK_EVERY_MS);
  onceClosed(reply, () => clearInterval(timer));
}
