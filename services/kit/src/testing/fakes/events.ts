import { Code, ConnectError, type ConnectRouter } from "@connectrpc/connect";
import {
  EventService,
  type Event,
  type ListEventsRequest,
  type RecordedEvent,
} from "@tms/proto/tms/event/v1/event";
import { DomainError, invalidField } from "../../errors/domain-error.ts";
import { eventsOfBatch } from "../../events/batch.ts";
import { registerFake } from "../fake.ts";

/** The log of all environments, in memory: each event once, in the order in which it came. */
export class FakeEvents {
  /** True finds nobody there. */
  down = false;
  recorded: Event[] = [];
  /** How often events were sent. */
  calls = 0;
  /** How often somebody asked to wait. */
  awaited = 0;
  /** How often somebody asked for what comes. */
  watched = 0;
  /** Events for which this holds wait, unless they are overdue. */
  waits: (event: Event) => boolean = () => false;
  /** Events for which this holds are refused. */
  refuses: (event: Event) => boolean = () => false;

  /** What each environment's log shows, in its order. */
  readonly logs = new Map<string, Rendered[]>();
  /** Up to here events were deleted, in every log. */
  forgottenThrough = 0n;

  /** Adds an event to an environment's log, as it is shown; wakes whoever waits for it. */
  tell(
    gameId: string,
    event: { id: string; type: string; tournament?: string; data: object },
  ): Rendered {
    const log = this.logs.get(gameId) ?? [];
    const sequence = BigInt(log.length + 1);
    const { tournament = "", ...shown } = event;
    const body = JSON.stringify({ ...shown, sequence: Number(sequence) });
    const { id, type } = event;
    const told = { id, sequence, type, body, tournament, tournamentId: tournament };
    this.logs.set(gameId, [...log, told]);
    this.#grown.resolve();
    this.#grown = Promise.withResolvers<void>();
    return told;
  }
  #grown = Promise.withResolvers<void>();

  #list(request: ListEventsRequest) {
    const { gameId, types, tournamentId, newestFirst, beforeSequence = 1_000_000n } = request;
    const log = this.logs.get(gameId) ?? [];
    const after = request.afterSequence ?? this.forgottenThrough;
    if (after < this.forgottenThrough)
      throw new DomainError("EVENTS_EXPIRED", "Events after this position are not kept.");
    const found = log.filter(
      ({ sequence, type, tournament }) =>
        sequence > after &&
        (!request.audited || type.startsWith("api_key.")) &&
        sequence < beforeSequence &&
        (types.length === 0 || types.some((one) => fits(type, one))) &&
        (tournamentId === "" || tournament === tournamentId),
    );
    const ordered = newestFirst ? found.toReversed() : found;
    const events = ordered.slice(0, request.limit || 100);
    const last = BigInt(log.length);
    const reached = events.at(-1)?.sequence;
    if (newestFirst)
      return {
        events,
        nextAfter: last,
        nextBefore: ordered.length > events.length ? reached! : 0n,
      };
    if (after > last)
      throw invalidField("after_sequence", `is beyond this log, which ends with ${last}`);
    return { events, nextAfter: reached ?? last };
  }

  async #await(
    gameId: string,
    after: bigint,
    waitMs: number,
    signal?: AbortSignal,
  ): Promise<bigint> {
    const lastSequence = () => BigInt(this.logs.get(gameId)?.length ?? 0);
    const timeout = Promise.withResolvers<void>();
    const timer = setTimeout(timeout.resolve, waitMs);
    signal?.addEventListener("abort", () => timeout.resolve());
    if (lastSequence() <= after) await Promise.race([this.#grown.promise, timeout.promise]);
    clearTimeout(timer);
    return lastSequence();
  }

  readonly routes = (router: ConnectRouter): void =>
    registerFake(router, EventService, {
      recordEvents: ({ events: bytes, overdueIds }) => {
        if (this.down) throw new ConnectError("down", Code.Unavailable);
        const events = eventsOfBatch(bytes);
        this.calls += 1;
        const waiting = events.filter(
          (event) => this.waits(event) && !overdueIds.includes(event.id),
        );
        const refused = events.filter(this.refuses);
        const known = new Set(this.recorded.map(({ id }) => id));
        for (const event of events)
          if (!known.has(event.id) && !waiting.includes(event) && !refused.includes(event))
            this.recorded.push(event);
        return {
          waitingIds: waiting.map(({ id }) => id),
          refusedIds: refused.map(({ id }) => id),
        };
      },
      listEvents: (request) => {
        if (this.down) throw new ConnectError("down", Code.Unavailable);
        return this.#list(request);
      },
      getEvent: ({ gameId, eventId }) => {
        const event = this.logs.get(gameId)?.find(({ id }) => id === eventId);
        if (event === undefined)
          throw new DomainError("EVENT_NOT_FOUND", "There is no such event.");
        return { event };
      },
      watchEvents: async ({ gameId, afterSequence: after, waitMs }, { signal }) => {
        if (this.down) throw new ConnectError("down", Code.Unavailable);
        this.watched += 1;
        const log = () => this.logs.get(gameId) ?? [];
        if (after === undefined) return { nextAfter: BigInt(log().length) };
        await this.#await(gameId, after, waitMs, signal);
        if (this.down) throw new ConnectError("down", Code.Unavailable);
        const events = log().slice(Number(after), Number(after) + 1_000);
        return { events, nextAfter: events.at(-1)?.sequence ?? after };
      },
      awaitEvents: async ({ gameId, afterSequence, waitMs }) => {
        this.awaited += 1;
        return { lastSequence: await this.#await(gameId, afterSequence, waitMs) };
      },
    });
}

/** An event as a log shows it. */
interface Rendered extends Pick<RecordedEvent, "sequence" | "type" | "body" | "tournamentId"> {
  id: string;
  tournament: string;
}

const fits = (type: string, wanted: string): boolean =>
  wanted.endsWith(".*") ? type.startsWith(wanted.slice(0, -1)) : type === wanted;
