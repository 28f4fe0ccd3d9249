import { isId } from "@tms/kit/values/ids";
import { Mode } from "@tms/proto/tms/game/v1/game";
import { endpointJson } from "@tms/resources/endpoint";
import { isoOrNull } from "@tms/resources/values/times";
import type { FastifyRequest } from "fastify";
import type { App } from "../../app-type.ts";
import { principalOf } from "../../auth/principal.ts";
import type { Clients } from "../../clients.ts";
import { within } from "../../http/deadline.ts";
import { rpcRequestId } from "../../idempotency/repeats.ts";
import { ProblemError } from "../../problems/problem-error.ts";
import { attemptJson, deliveryJson, stateOf } from "./json.ts";
import * as operations from "./operations.ts";

type WebhookClients = Pick<Clients, "endpoints" | "deliveries">;

// Fifteen seconds for the receiver, and what it takes to store what came back.
const TEST_LIMIT_MS = 20_000;

/** Endpoints for webhooks, and what became of the events that were sent there. */
export function webhookRoutes(app: App, clients: WebhookClients): void {
  readRoutes(app, clients);
  changeRoutes(app, clients);
  secretRoutes(app, clients);
  deliveryRoutes(app, clients);
  sendingRoutes(app, clients);
}

function readRoutes(app: App, { endpoints: service }: WebhookClients): void {
  app.get("/webhook", operations.list, async (request) => {
    const { endpoints } = await service.listEndpoints(
      { gameId: principalOf(request).game.id },
      within(request),
    );
    return { endpoints: endpoints.map(endpointJson) };
  });

  app.get("/webhook/:endpointId", operations.read, async (request) => {
    const { endpoint } = await service.getEndpoint(named(request), within(request));
    const { attemptsOfDay: attempts = 0, failuresOfDay: failures = 0 } = endpoint ?? {};
    return { endpoint: endpointJson(endpoint), lastDay: { attempts, failures } };
  });
}

function changeRoutes(app: App, { endpoints: service }: WebhookClients): void {
  app.post("/webhook/create", operations.create, async (request, reply) => {
    const { game } = principalOf(request);
    const { endpoint, secret } = await service.createEndpoint(
      {
        requestId: rpcRequestId(request),
        gameId: game.id,
        test: game.mode === Mode.TEST,
        ...request.body,
      },
      within(request),
    );
    return reply.code(201).send({
      message: "Endpoint created successfully",
      endpoint: endpointJson(endpoint),
      secret: secret || null,
    });
  });

  app.patch("/webhook/:endpointId/update", operations.update, async (request) => {
    const { endpoint } = await service.updateEndpoint(
      { ...asked(request), ...request.body },
      within(request),
    );
    return { message: "Endpoint updated successfully", endpoint: endpointJson(endpoint) };
  });

  app.patch("/webhook/:endpointId/remove", operations.remove, async (request) => {
    const { endpoint } = await service.removeEndpoint(asked(request), within(request));
    return { message: "Endpoint removed successfully", endpoint: endpointJson(endpoint) };
  });
}

function secretRoutes(app: App, { endpoints: service }: WebhookClients): void {
  app.get("/webhook/:endpointId/secret", operations.reveal, async (request) => {
    const found = await service.revealEndpointSecret(named(request), within(request));
    return {
      secret: found.secret,
      previous: found.previous || null,
      previousEndsAt: isoOrNull(found.previousEndTime),
    };
  });

  app.post("/webhook/:endpointId/roll", operations.roll, async (request, reply) => {
    const { endpoint, secret } = await service.rollEndpointSecret(
      { ...asked(request), ...request.body },
      within(request),
    );
    return reply.code(201).send({
      message: "Secret rolled successfully",
      endpoint: endpointJson(endpoint),
      secret: secret || null,
    });
  });
}

function deliveryRoutes(app: App, { deliveries: service }: WebhookClients): void {
  app.get("/webhook/:endpointId/deliveries", operations.deliveries, async (request) => {
    const { state, type = "", limit: pageSize = 0, cursor: pageToken = "" } = request.query;
    const { deliveries, nextPageToken } = await service.listDeliveries(
      { ...named(request), state: stateOf(state), type, pageSize, pageToken },
      within(request),
    );
    return { deliveries: deliveries.map(deliveryJson), nextCursor: nextPageToken || null };
  });

  app.get("/webhook/:endpointId/deliveries/:eventId", operations.delivery, async (request) => {
    const found = await service.getDelivery(
      { ...named(request), eventId: eventId(request.params) },
      within(request),
    );
    return { delivery: deliveryJson(found.delivery), attempts: found.attempts.map(attemptJson) };
  });

  app.get("/event/:eventId/deliveries", operations.eventDeliveries, async (request) => {
    const { eventId: id } = request.params;
    if (!isId(id)) throw new ProblemError("EVENT_NOT_FOUND");
    const { deliveries } = await service.listEventDeliveries(
      { gameId: principalOf(request).game.id, eventId: id },
      within(request),
    );
    return { deliveries: deliveries.map(deliveryJson) };
  });

  app.post(
    "/webhook/:endpointId/deliveries/:eventId/retry",
    operations.retry,
    async (request, reply) => {
      const { delivery } = await service.retryDelivery(
        { ...asked(request), eventId: eventId(request.params) },
        within(request),
      );
      return reply
        .code(202)
        .send({ message: "The event will be sent again", delivery: deliveryJson(delivery) });
    },
  );
}

function sendingRoutes(app: App, { deliveries: service }: WebhookClients): void {
  app.post("/webhook/:endpointId/test", operations.test, async (request) => {
    const { delivery, attempts } = await service.testEndpoint(asked(request), {
      ...within(request),
      timeoutMs: TEST_LIMIT_MS,
    });
    return { delivery: deliveryJson(delivery), attempts: attempts.map(attemptJson) };
  });

  app.post("/webhook/:endpointId/replay", operations.replay, async (request, reply) => {
    const { afterSequence, throughSequence, onlyFailed = false } = request.body;
    const { events } = await service.replayEvents(
      {
        ...asked(request),
        afterSequence: BigInt(afterSequence),
        ...(throughSequence !== undefined && { throughSequence: BigInt(throughSequence) }),
        onlyFailed,
      },
      within(request),
    );
    return reply
      .code(202)
      .send({ message: "The events will be sent again", events: Number(events) });
  });
}

/** Which endpoint of which environment. */
function named(request: FastifyRequest & { params: { endpointId: string } }) {
  const { endpointId } = request.params;
  if (!isId(endpointId)) throw new ProblemError("ENDPOINT_NOT_FOUND");
  return { gameId: principalOf(request).game.id, endpointId: endpointId.toLowerCase() };
}

/** What a request that changes something names: its endpoint, and the request itself. */
const asked = (request: FastifyRequest & { params: { endpointId: string } }) => ({
  requestId: rpcRequestId(request),
  ...named(request),
});

function eventId({ eventId: id }: { eventId: string }): string {
  if (!isId(id)) throw new ProblemError("DELIVERY_NOT_FOUND");
  return id.toLowerCase();
}
