import type { ConnectRouter } from "@connectrpc/connect";
import { registerIn } from "@tms/kit/rpc/rpcs";
import { DeliveryService } from "@tms/proto/tms/event/v1/delivery";
import { EndpointService } from "@tms/proto/tms/event/v1/endpoint";
import { EventService } from "@tms/proto/tms/event/v1/event";
import type { Context } from "./context.ts";
import { byRight } from "./endpoints/by-right.ts";
import * as deliveries from "./rpc/delivery-rpcs.ts";
import * as endpoints from "./rpc/endpoint-rpcs.ts";
import * as events from "./rpc/event-rpcs.ts";

export const routes = (context: Context) => (router: ConnectRouter) => {
  registerIn(router, EventService, context, events);
  registerIn(router, EndpointService, context, {
    ...endpoints,
    createEndpoint: byRight(endpoints.createEndpoint),
    updateEndpoint: byRight(endpoints.updateEndpoint),
    removeEndpoint: byRight(endpoints.removeEndpoint),
    revealEndpointSecret: byRight(endpoints.revealEndpointSecret),
    rollEndpointSecret: byRight(endpoints.rollEndpointSecret),
  });
  registerIn(router, DeliveryService, context, deliveries);
};
