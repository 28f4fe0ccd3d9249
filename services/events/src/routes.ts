import { serves, type Served } from "@tms/kit/rpc/rpcs";
import { DeliveryService } from "@tms/proto/tms/event/v1/delivery";
import { EndpointService } from "@tms/proto/tms/event/v1/endpoint";
import { EventService } from "@tms/proto/tms/event/v1/event";
import type { Context } from "./context.ts";
import { deliveryRpcs } from "./rpc/delivery-rpcs.ts";
import { endpointRpcs } from "./rpc/endpoint-rpcs.ts";
import { eventRpcs } from "./rpc/event-rpcs.ts";

export const served: readonly Served<Context>[] = [
  serves(EventService, eventRpcs),
  serves(EndpointService, endpointRpcs),
  serves(DeliveryService, deliveryRpcs),
];
