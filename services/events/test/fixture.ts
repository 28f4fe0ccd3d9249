import { createRouterTransport } from "@connectrpc/connect";
import { batchBytes } from "@tms/kit/events/batch";
import { createShutdown } from "@tms/kit/process/shutdown";
import { clientOver } from "@tms/kit/rpc/client";
import { serverInterceptors } from "@tms/kit/rpc/interceptors";
import { testLog } from "@tms/kit/testing/log";
import { newId } from "@tms/kit/values/ids";
import { createKeyring, parseKeyring, type Keyring } from "@tms/kit/values/keyring";
import { DeliveryService } from "@tms/proto/tms/event/v1/delivery";
import { EndpointService } from "@tms/proto/tms/event/v1/endpoint";
import { EventService, type Event } from "@tms/proto/tms/event/v1/event";
import { createGame } from "../../../test/world/actions.ts";
import { test as base } from "../../../test/world/test.ts";
import { routesOf, type World } from "../../../test/world/world.ts";
import { events as service, type Context } from "../src/context.ts";
import { served } from "../src/routes.ts";
import { createLife } from "./life.ts";
import { startReceiver, type Answer, type Receiver } from "./receiver.ts";

export { describe, expect } from "../../../test/world/test.ts";

/** Creates keys of these ids, the first of which seals. */
export function createKeys(...ids: string[]): Keyring {
  const keys = parseKeyring(ids.map(createKeyring).join(","));
  if (keys === undefined) throw new Error("a new keyring cannot be parsed");
  return keys;
}

/** A replica of the events service. */
export type Replica = Pick<World, "events" | "endpoints" | "deliveries"> & { context: Context };

interface Settings {
  secretsKeys?: Keyring;
  allowPrivate?: boolean;
  /** How long a request may take. */
  limitMs?: number;
}

/** An endpoint and its receiver, in an environment of their own. */
export interface Scene {
  gameId: string;
  endpointId: string;
  /** The endpoint's key, for requests. */
  key: { gameId: string; endpointId: string };
  secret: string;
  receiver: Receiver;
  /** Creates a request that changes the endpoint. */
  request(): { gameId: string; endpointId: string; requestId: string };
}

/**
 * Tests of events.
 *
 * - `gameId`: an environment of the test's own.
 * - `startReplica`: starts another replica on the same database.
 * - `openScene`: creates an endpoint for some types of events, or all, which goes with the test.
 */
export const test = base
  .extend("gameId", async ({ world }) => (await createGame(world)).gameId)
  .extend("startReplica", async ({ world }, { onCleanup }) => {
    const stops: (() => Promise<void>)[] = [];
    onCleanup(async () => {
      for (const stop of stops) await stop();
    });
    return (settings: Settings = {}): Replica & { stop(): Promise<void> } => {
      const log = testLog("events");
      const shutdown = createShutdown(log);
      const stop = () => shutdown.run();
      stops.push(stop);
      return { ...createReplica(world, settings, log, shutdown), stop };
    };
  })
  .extend("openScene", async ({ world }, { onCleanup }) => {
    const scenes: Scene[] = [];
    onCleanup(async () => {
      for (const { receiver, request } of scenes) {
        await world.endpoints.removeEndpoint(request());
        await receiver.close();
      }
    });
    return async ({ events = [], answer }: { events?: string[]; answer?: Answer } = {}) => {
      const { gameId } = await createGame(world);
      const receiver = await startReceiver(answer);
      const { url } = receiver;
      const call = world.endpoints.createEndpoint({ requestId: newId(), gameId, url, events });
      const { endpoint, secret } = await call;
      const key = { gameId, endpointId: endpoint?.id ?? "" };
      const request = () => ({ ...key, requestId: newId() });
      const scene: Scene = { ...key, key, secret, receiver, request };
      scenes.push(scene);
      return scene;
    };
  });

function createReplica(
  world: World,
  { secretsKeys = world.contexts.events.secretsKeys, allowPrivate = true, limitMs }: Settings,
  log: ReturnType<typeof testLog>,
  shutdown: ReturnType<typeof createShutdown>,
): Replica {
  const { game, member: members, identity } = world;
  const sending = limitMs === undefined ? {} : { limitMs };
  const parts = {
    database: { url: world.database.urlFor("events"), poolSize: 4 },
    settings: { secretsKeys, allowPrivate },
    clients: { game, members, identity },
    log,
    shutdown,
  };
  const context = service.createContext(parts, sending);
  const transport = createRouterTransport(routesOf(served, context), {
    router: { interceptors: serverInterceptors(log) },
  });
  return {
    context,
    events: clientOver(EventService, transport),
    endpoints: clientOver(EndpointService, transport),
    deliveries: clientOver(DeliveryService, transport),
  };
}

/** Records events; returns the ids of those that wait and of those that are refused. */
export const record = ({ events: client }: Pick<World, "events">, ...events: Event[]) =>
  client.recordEvents({ events: batchBytes(events) });

/** Records the creation of so many tournaments; returns the ids of the events. */
export async function recordMany(world: World, gameId: string, count: number): Promise<string[]> {
  const events = Array.from({ length: count }, () => createLife(gameId).created());
  await record(world, ...events);
  return events.map(({ id }) => id);
}

/** Returns the whole numbers from one to another. */
export const range = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

export const toSequences = (items: readonly { sequence: bigint }[]): number[] =>
  items.map(({ sequence }) => Number(sequence));

/** Makes deliveries that wait for their next attempt due, and ends the endpoint's backoff. */
export async function passTime({ admin }: World, endpointId: string): Promise<void> {
  await admin.query(
    `UPDATE events.delivery SET next_attempt_at = now()
     WHERE endpoint_id = $1 AND state = 'retrying'`,
    [endpointId],
  );
  await admin.query(
    `UPDATE events.dispatch SET slow_until = NULL, backoff_until = now() WHERE endpoint_id = $1`,
    [endpointId],
  );
}

/** Sends until nothing is due any more, or the endpoint backs off. */
export async function dispatchAll(
  world: World,
  { key }: Pick<Scene, "key">,
  { dispatcher }: Pick<Context, "dispatcher"> = world.contexts.events,
): Promise<void> {
  for (;;) {
    await dispatcher.runOnce();
    const { endpoint } = await world.endpoints.getEndpoint(key);
    const { rows } = await world.admin.query<{ left: boolean; backing_off: boolean }>(
      `SELECT EXISTS (SELECT FROM events.delivery WHERE endpoint_id = $1 AND next_attempt_at <= now())
         OR EXISTS (SELECT FROM events.dispatch WHERE endpoint_id = $1 AND replay_position IS NOT NULL)
         AS left,
         EXISTS (SELECT FROM events.dispatch WHERE endpoint_id = $1 AND backoff_until > now()) AS backing_off`,
      [key.endpointId],
    );
    if (endpoint?.enabled === false || rows[0]?.backing_off) return;
    if (endpoint?.lagEvents === 0n && !rows[0]?.left) return;
  }
}

/** Reads the log of an environment. */
export async function readLog({ events: client }: World, gameId: string) {
  const { events } = await client.listEvents({ gameId, limit: 1_000 });
  return events.map(({ sequence, type, body }) => ({
    sequence: Number(sequence),
    type,
    body,
    data: (JSON.parse(body) as { data: Record<string, unknown> }).data,
  }));
}
