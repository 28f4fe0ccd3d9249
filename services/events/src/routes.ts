import type { ConnectRouter } from "@connectrpc/connect";
import { registerRpcs } from "@tms/kit/rpc/rpcs";
import { DeliveryService } from "@tms/proto/tms/event/v1/delivery";
import { EndpointService } from "@tms/proto/tms/event/v1/endpoint";
import { EventService } from "@tms/proto/tms/event/v1/event";
import type { Context } from "./context.ts";
import { deliveryRpcs } from "./rpc/delivery-rpcs.ts";
import { endpointRpcs } from "./rpc/endpoint-rpcs.ts";
import { eventRpcs } from "./rpc/event-rpcs.ts";

export const routes = (context: Context) => (router: ConnectRouter) => {
  registerRpcs(router, EventService, eventRpcs(context));
  registerRpcs(router, EndpointService, endpointRpcs(context));
  registerRpcs(router, DeliveryService, deliveryRpcs(context));
};
