import { expect } from "vitest";
import { connectTo } from "@tms/kit/rpc/client";
import { newId } from "@tms/kit/values/ids";
import { DeliveryService } from "@tms/proto/tms/event/v1/delivery";
import { EndpointService } from "@tms/proto/tms/event/v1/endpoint";
import { Role } from "@tms/proto/tms/game/v1/member";
import { gameIn, gamesAt } from "../../harness/game.ts";
import { joinTeam } from "../../harness/people.ts";
import { startReceiver } from "../../harness/receiver.ts";
import { newPerson, newUser } from "./people.ts";
import { answered, gaplessLog, steps, type CrashSystem, type Story } from "../crash-system.ts";

/** An event in the log or at a receiver. */
interface Told {
  id: string;
  sequence: number;
  type: string;
}

/** Returns received events without repeats, in the order of the log. */
const once = (received: readonly Told[]): Told[] =>
  [...new Map(received.map((one) => [one.id, one])).values()]
    .map(({ id, sequence, type }) => ({ id, sequence, type }))
    .toSorted((one, other) => one.sequence - other.sequence);

/** Creates a game, a receiver, and the request of an endpoint for it. */
async function sceneOf(system: CrashSystem, status = 204) {
  const { gameId } = await gameIn(system);
  const endpoints = connectTo(EndpointService, system.urls.events, system.token);
  const deliveries = connectTo(DeliveryService, system.urls.events, system.token);
  const games = gamesAt(system);
  const receiver = await startReceiver(status, "");
  const received = () => receiver.received.map(({ body }) => JSON.parse(body) as Told);
  const asked = { requestId: newId(), gameId, url: receiver.url };
  return { gameId, endpoints, deliveries, games, received, asked };
}

/** Endpoints and the delivery of events to them. */
export const WEBHOOKS: readonly Story[] = [
  {
    title: "the changes of an endpoint",
    points: {
      events: [
        "events.create-endpoint",
        "events.update-endpoint",
        "events.roll-secret",
        "events.reveal-secret",
        "events.remove-endpoint",
      ],
    },
    async scene(system) {
      const { gameId, endpoints, asked } = await sceneOf(system);
      const [change, rolling, removal] = [newId(), newId(), newId()];
      const step = steps();
      return {
        act: answered(async () => {
          const { endpoint } = await step("create", () => endpoints.createEndpoint(asked));
          const named = { gameId, endpointId: endpoint?.id ?? "" };
          const changed = { ...named, requestId: change, description: "ours" };
          await step("update", () => endpoints.updateEndpoint(changed));
          const rolled = { ...named, requestId: rolling };
          await step("roll", () => endpoints.rollEndpointSecret(rolled));
          await step("reveal", () => endpoints.revealEndpointSecret(named));
          await step("remove", () => endpoints.removeEndpoint({ ...named, requestId: removal }));
        }),
        async check() {
          const log = await gaplessLog(system, gameId, /^webhook_endpoint\./);
          const told = log.map(({ type }) => type.slice("webhook_endpoint.".length));
          // Each reading of the secret has its own event.
          expect(new Set(told)).toEqual(
            new Set(["created", "updated", "rolled", "revealed", "removed"]),
          );
          expect(told.filter((what) => what !== "revealed")).toHaveLength(4);
        },
      };
    },
  },
  {
    title: "the delivery of events",
    points: { events: ["events.lease-dispatch", "events.store-outcomes"] },
    async scene(system) {
      const { gameId, endpoints, games, received, asked } = await sceneOf(system);
      const { endpoint } = await endpoints.createEndpoint(asked);
      const requests = Array.from({ length: 5 }, (_, index) => ({
        requestId: newId(),
        gameId,
        name: `key ${index}`,
      }));
      return {
        act: answered(async () => {
          for (const request of requests) await games.issueApiKey(request);
          const issued = () => received().filter(({ type }) => type === "api_key.created");
          await expect.poll(() => issued().length, { timeout: 3_000 }).toBeGreaterThan(4);
        }),
        async check() {
          const after = (log: Told[]) => {
            const created = log.findIndex(({ type }) => type === "webhook_endpoint.created");
            return log.slice(created + 1);
          };
          await expect
            .poll(async () => after(await gaplessLog(system, gameId)).length)
            .toBeGreaterThan(4);
          const log = after(await gaplessLog(system, gameId));
          await expect.poll(() => once(received())).toEqual(log);
          const named = { gameId, endpointId: endpoint?.id ?? "" };
          const isDone = async () => (await endpoints.getEndpoint(named)).endpoint?.lagEvents;
          await expect.poll(isDone).toBe(0n);
        },
      };
    },
  },
  {
    title: "repeated deliveries, a replay and a test",
    points: {
      events: [
        "events.retry-delivery",
        "events.start-replay",
        "events.stage-replay",
        "events.begin-test",
        "events.store-test",
      ],
    },
    async scene(system) {
      const { gameId, endpoints, deliveries, games, received, asked } = await sceneOf(system);
      const { endpoint } = await endpoints.createEndpoint(asked);
      const named = { gameId, endpointId: endpoint?.id ?? "" };
      await games.issueApiKey({ requestId: newId(), gameId, name: "second" });
      const stored = async () => (await deliveries.listDeliveries(named)).deliveries;
      await expect.poll(async () => (await stored()).length).toBeGreaterThan(0);
      const [first] = await stored();
      const eventId = first?.eventId ?? "";
      const [retrying, replaying, trying] = [newId(), newId(), newId()];
      const step = steps();
      return {
        act: answered(async () => {
          await step("retry", () =>
            deliveries.retryDelivery({ ...named, requestId: retrying, eventId }),
          );
          await step("replay", () =>
            deliveries.replayEvents({ ...named, requestId: replaying, afterSequence: 0n }),
          );
          await step("test", () => deliveries.testEndpoint({ ...named, requestId: trying }));
          const { rows } = await system.db.query(
            `SELECT FROM events.dispatch WHERE endpoint_id = $1 AND replay_position IS NOT NULL`,
            [named.endpointId],
          );
          if (rows.length > 0) throw new Error("the replay is under way");
        }),
        async check() {
          const times = (type: string) => received().filter((one) => one.type === type).length;
          const sent = () => received().filter(({ id }) => id === eventId).length;
          // At first and once more at least, and a test.
          await expect.poll(sent).toBeGreaterThan(1);
          await expect.poll(() => times("webhook.test")).toBeGreaterThan(0);
          expect(await gaplessLog(system, gameId, /^webhook\.test$/)).toHaveLength(1);
          const states = async () => new Set((await stored()).map(({ state }) => state));
          await expect.poll(async () => (await states()).size).toBe(1);
        },
      };
    },
  },
  {
    title: "an endpoint that answers 410",
    points: { events: ["outbox.lease", "call identity.SendMail", "outbox.forget"] },
    async scene(system) {
      const { gameId, endpoints, games, asked } = await sceneOf(system, 410);
      const person = newPerson();
      const userId = await newUser(system, person);
      await joinTeam(system, gameId, { userId, role: Role.OWNER });
      const { endpoint } = await endpoints.createEndpoint(asked);
      const named = { gameId, endpointId: endpoint?.id ?? "" };
      const request = { requestId: newId(), gameId, name: "second" };
      const mails = async () => {
        const { rows } = await system.db.query(
          `SELECT FROM identity.mail WHERE recipient = $1 AND subject LIKE '%was disabled'`,
          [person.email],
        );
        return rows.length;
      };
      return {
        act: answered(async () => {
          await games.issueApiKey(request);
          await expect.poll(mails, { timeout: 5_000 }).toBe(1);
        }),
        async check() {
          expect((await endpoints.getEndpoint(named)).endpoint?.enabled).toBe(false);
          const told = await gaplessLog(system, gameId, /^webhook_endpoint\.disabled$/);
          expect(told).toHaveLength(1);
          expect(await mails()).toBe(1);
        },
      };
    },
  },
];
