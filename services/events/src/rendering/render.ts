import { isId } from "@tms/kit/values/ids";
import { parseActor } from "@tms/kit/values/actor";
import { tournamentOf } from "@tms/kit/events/event";
import type { Logger } from "@tms/kit/process/log";
import type { Event } from "@tms/proto/tms/event/v1/event";
import { Mode, type Game } from "@tms/proto/tms/game/v1/game";
import { isoOf } from "@tms/resources/values/times";
import type { NewEvent } from "../db/events.ts";
import type { Games } from "../games.ts";
import { dataOf } from "./data.ts";
import { isAccess, typeOf } from "./types.ts";

/** An event as it will stand in the log, but for its sequence. */
export interface RenderedEvent {
  event: Event;
  gameId: string;
  tournamentId: string | null;
  /** The row for a sequence. */
  numbered(sequence: bigint): NewEvent;
}

/**
 * Renders events as the REST API shows them. One that cannot be rendered is refused by itself; those of
 * an environment that is none any more are dropped, for nobody could read them.
 */
export async function renderEvents(
  { games, log }: { games: Games; log: Logger },
  events: readonly Event[],
): Promise<{ rendered: RenderedEvent[]; refusedIds: string[] }> {
  const sound = events.filter(isSound);
  const gameIds = [...new Set(sound.map(({ gameId }) => gameId))];
  const found = await Promise.all(gameIds.map(games));
  const gameOf = new Map(gameIds.map((id, index) => [id, found[index]]));
  const rendered: RenderedEvent[] = [];
  const refusedIds = events.filter((event) => !isSound(event)).map(({ id }) => id);
  for (const event of sound) {
    const game = gameOf.get(event.gameId);
    try {
      if (game !== undefined) rendered.push(render(event, game));
      else
        log.warn(
          { event: event.id, game: event.gameId },
          "dropped an event because its environment does not exist",
        );
    } catch (error) {
      // Its publisher, which keeps it, raises the alarm.
      log.warn({ err: error, event: event.id }, "rejected an event because it cannot be rendered");
      refusedIds.push(event.id);
    }
  }
  return { rendered, refusedIds };
}

// Postgres would refuse all of a batch for one id that is none.
const isSound = ({ id, gameId }: Event): boolean => isId(id) && isId(gameId);

/** Renders one event. Throws an Error when it lacks what every event has. */
export function render(event: Event, game: Game): RenderedEvent {
  const { id, gameId, time, origin } = event;
  const type = typeOf(event);
  const tournamentId = tournamentOf(event) ?? null;
  const actor = parseActor(origin?.actor ?? "");
  if (actor === undefined) throw new Error("the actor of an event is invalid");
  const rest = JSON.stringify({
    type,
    timestamp: isoOf(time),
    game: gameId,
    test: game.mode === Mode.TEST,
    actor: { type: actor.type, id: actor.id },
    requestId: origin?.requestId || null,
    data: dataOf(event, game),
  });
  const audited = isAccess(type) || actor.type === "user";
  return {
    event,
    gameId,
    tournamentId,
    numbered: (sequence) => ({
      gameId,
      sequence,
      id,
      type,
      tournamentId,
      audited,
      // The sequence is known only under the lock of the head, where nothing is rendered any more.
      body: `{"id":"${id}","sequence":${sequence},${rest.slice(1)}`,
    }),
  };
}
