import type { ConnectRouter } from "@connectrpc/connect";
import { registerRpcs } from "@tms/kit/rpc/rpcs";
import { DeliveryService } from "@tms/proto/tms/event/v1/delivery";
import { EndpointService } from "@tms/proto/tms/event/v1/endpoint";
import { EventService } from "@tms/proto/tms/event/v1/event";
import type { Context } from "./context.ts";
import { byRight } from "./endpoints/by-right.ts";
import { awaitEvents } from "./rpc/await-events.ts";
import { createEndpoint } from "./rpc/create-endpoint.ts";
import { getDelivery } from "./rpc/get-delivery.ts";
import { getEndpoint } from "./rpc/get-endpoint.ts";
import { getEvent } from "./rpc/get-event.ts";
import { listDeliveries } from "./rpc/list-deliveries.ts";
import { listEndpoints } from "./rpc/list-endpoints.ts";
import { listEventDeliveries } from "./rpc/list-event-deliveries.ts";
import { listEvents } from "./rpc/list-events.ts";
import { recordEvents } from "./rpc/record-events.ts";
import { removeEndpoint } from "./rpc/remove-endpoint.ts";
import { replayEvents } from "./rpc/replay-events.ts";
import { retryDelivery } from "./rpc/retry-delivery.ts";
import { revealEndpointSecret } from "./rpc/reveal-endpoint-secret.ts";
import { rollEndpointSecret } from "./rpc/roll-endpoint-secret.ts";
import { testEndpoint } from "./rpc/test-endpoint.ts";
import { updateEndpoint } from "./rpc/update-endpoint.ts";
import { watchEvents } from "./rpc/watch-events.ts";

/** The events service's RPCs. */
export const routes = (context: Context) => (router: ConnectRouter) => {
  registerRpcs(router, EventService, {
    recordEvents: recordEvents(context),
    listEvents: listEvents(context),
    getEvent: getEvent(context),
    awaitEvents: awaitEvents(context),
    watchEvents: watchEvents(context),
  });
  registerRpcs(router, EndpointService, {
    createEndpoint: byRight(context, createEndpoint(context)),
    getEndpoint: getEndpoint(context),
    listEndpoints: listEndpoints(context),
    updateEndpoint: byRight(context, updateEndpoint(context)),
    removeEndpoint: byRight(context, removeEndpoint(context)),
    revealEndpointSecret: byRight(context, revealEndpointSecret(context)),
    rollEndpointSecret: byRight(context, rollEndpointSecret(context)),
  });
  registerRpcs(router, DeliveryService, {
    testEndpoint: testEndpoint(context),
    listDeliveries: listDeliveries(context),
    getDelivery: getDelivery(context),
    listEventDeliveries: listEventDeliveries(context),
    retryDelivery: retryDelivery(context),
    replayEvents: replayEvents(context),
  });
};
