import { tournamentOf } from "@tms/kit/events/event";
import type { Logger } from "@tms/kit/process/log";
import { storableTraceContext } from "@tms/kit/tracing/spans";
import { parseActor } from "@tms/kit/values/actor";
import { isId } from "@tms/kit/values/ids";
import type { Event } from "@tms/proto/tms/event/v1/event";
import { Mode, type Game } from "@tms/proto/tms/game/v1/game";
import { toEventData, toEventType } from "@tms/resources/event-types";
import { isoOf } from "@tms/resources/values/times";
import type { NewEvent } from "../db/events.ts";
import type { Games } from "../games.ts";
import { required } from "@tms/kit/errors/domain-error";

export interface RenderedEvent {
  event: Event;
  tournamentId: string | null;
  toRow: (sequence: bigint) => NewEvent;
}

/**
 * Renders events. Refuses only events that have a malformed id or cannot be rendered. Drops an event if its
 * environment does not exist, because no caller can read the event.
 */
export async function renderEvents(
  { games, log }: { games: Games; log: Logger },
  events: readonly Event[],
): Promise<{ rendered: RenderedEvent[]; refusedIds: string[] }> {
  const gameIds = [...new Set(events.filter(hasIds).map(({ gameId }) => gameId))];
  const found = await Promise.all(gameIds.map(games));
  const gamesById = new Map(gameIds.map((id, index) => [id, found[index]]));
  const rendered: RenderedEvent[] = [];
  const refusedIds: string[] = [];
  for (const event of events) {
    const { id, gameId } = event;
    const game = gamesById.get(gameId);
    try {
      // Postgres would refuse the whole batch for one malformed id.
      if (!hasIds(event)) refusedIds.push(id);
      else if (game !== undefined) rendered.push(render(event, game));
      else
        log.warn(
          { event: id, game: gameId },
          "dropped an event because its environment does not exist",
        );
    } catch (error) {
      // The publisher keeps the event and logs an error.
      log.warn({ err: error, event: id }, "rejected an event because it cannot be rendered");
      refusedIds.push(id);
    }
  }
  return { rendered, refusedIds };
}

const hasIds = ({ id, gameId }: Event): boolean => isStoredId(id) && isStoredId(gameId);

/** Reports whether Postgres returns the id unchanged, because ids of an event are compared with stored ids. */
const isStoredId = (text: string): boolean => isId(text) && text === text.toLowerCase();

export function render(event: Event, game: Game): RenderedEvent {
  const { id, gameId, time, origin, change } = event;
  if (change.case === undefined || change.case === "payoutStretch")
    throw new Error("an event has an unknown change");
  const type = toEventType(change.case);
  const tournamentId = tournamentOf(event) ?? null;
  if (tournamentId !== null && !isStoredId(tournamentId))
    throw new Error("an event has a malformed tournament id");
  const actor = required(parseActor(origin?.actor ?? ""), "the actor of an event is invalid");
  const rest = JSON.stringify({
    type,
    timestamp: isoOf(time),
    game: gameId,
    test: game.mode === Mode.TEST,
    actor: { type: actor.type, id: actor.id },
    requestId: origin?.requestId || null,
    data: toEventData(change, game),
  });
  const audited = ABOUT_ACCESS.test(type) || actor.type === "user";
  return {
    event,
    tournamentId,
    toRow: (sequence) => ({
      gameId,
      sequence,
      id,
      type,
      tournamentId,
      audited,
      traceContext: storableTraceContext(origin?.traceContext),
      // The sequence is known only under the lock of the head, so everything else is rendered before.
      body: `{"id":"${id}","sequence":${sequence},${rest.slice(1)}`,
    }),
  };
}

const ABOUT_ACCESS = /^(api_key|member|game|webhook_endpoint)\./;
