import type { Origin } from "@tms/kit/rpc/origin";
import { batchBytes } from "@tms/kit/events/batch";
import { newId } from "@tms/kit/values/ids";
import { lifeOf, type EventsUnderTest } from "../service.ts";
import { startReceiver, type Answer, type Receiver } from "./receiver.ts";

/** An environment with an endpoint and its receiver. */
export interface Scene {
  gameId: string;
  endpointId: string;
  secret: string;
  receiver: Receiver;
  /** Names the endpoint in requests. */
  named: { gameId: string; endpointId: string };
}

/** A person, as whose doing a call is told. */
export const person: Origin = { actor: { type: "user", id: newId() }, requestId: null };

/** An environment with an endpoint that gets some types of events; all when none are named. */
export async function sceneOf(
  service: EventsUnderTest,
  { events = [], answer }: { events?: string[]; answer?: Answer } = {},
): Promise<Scene> {
  const gameId = service.games.add().game.id;
  const receiver = await startReceiver(answer);
  const { endpoint, secret } = await service.endpoints.createEndpoint({
    requestId: newId(),
    gameId,
    url: receiver.url,
    events,
  });
  const endpointId = endpoint?.id ?? "";
  return { gameId, endpointId, secret, receiver, named: { gameId, endpointId } };
}

/** Makes scenes for the tests of a file; what one has made is gone before the next. */
export function createScenes(serviceOf: () => EventsUnderTest) {
  const scenes: Scene[] = [];
  return {
    async scene(options: Parameters<typeof sceneOf>[1] = {}): Promise<Scene> {
      const made = await sceneOf(serviceOf(), options);
      scenes.push(made);
      return made;
    },
    async end(): Promise<void> {
      for (const { receiver, named } of scenes.splice(0)) {
        await serviceOf().endpoints.removeEndpoint({ ...named, requestId: newId() });
        await receiver.close();
      }
    },
  };
}

/** Whole numbers from one to another. */
export const range = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

/** Tells of so many new tournaments, and returns the ids of the events. */
export async function tellOf(
  service: EventsUnderTest,
  gameId: string,
  count: number,
): Promise<string[]> {
  const events = Array.from({ length: count }, () => lifeOf(gameId).created());
  await service.client.recordEvents({ events: batchBytes(events) });
  return events.map(({ id }) => id);
}

/** Has whatever waits for its next attempt wait no longer. */
export async function passTime({ admin }: EventsUnderTest, endpointId: string): Promise<void> {
  await admin.query(
    `UPDATE events.delivery SET next_attempt_at = now() WHERE endpoint_id = $1 AND state = 'retrying'`,
    [endpointId],
  );
  await admin.query(`UPDATE events.dispatch SET slow_until = NULL WHERE endpoint_id = $1`, [
    endpointId,
  ]);
}

/** Sends until there is nothing left that is due. */
export async function dispatchAll(
  service: EventsUnderTest,
  { named }: Pick<Scene, "named">,
): Promise<void> {
  for (;;) {
    await service.context.dispatcher.runOnce();
    const { endpoint } = await service.endpoints.getEndpoint(named);
    const { rows } = await service.admin.query<{ left: boolean }>(
      `SELECT EXISTS (SELECT FROM events.delivery WHERE endpoint_id = $1 AND next_attempt_at <= now())
         OR EXISTS (SELECT FROM events.dispatch WHERE endpoint_id = $1 AND replay_position IS NOT NULL)
         AS left`,
      [named.endpointId],
    );
    if (endpoint?.enabled === false || (endpoint?.lagEvents === 0n && !rows[0]?.left)) return;
  }
}

/** The log of an environment, as those see it who pull it. */
export async function logOf({ client }: EventsUnderTest, gameId: string) {
  const { events } = await client.listEvents({ gameId, limit: 1_000 });
  return events.map(({ sequence, type, body }) => ({
    sequence: Number(sequence),
    type,
    body,
    data: (JSON.parse(body) as { data: Record<string, unknown> }).data,
  }));
}
