import { idempotent } from "@tms/kit/database/idempotent";
import { originOf } from "@tms/kit/rpc/origin";
import { EndpointService } from "@tms/proto/tms/event/v1/endpoint";
import type { Context, EndpointRpcs } from "../context.ts";
import { removeEndpoint as remove } from "../db/endpoints.ts";
import { lockKnown } from "../endpoints/lock.ts";
import { present, appendEndpointEvent } from "../endpoints/append-endpoint-event.ts";

const method = EndpointService.method.removeEndpoint;

/** Removes an endpoint for good; its deliveries can be read no more. */
export const removeEndpoint =
  (context: Context): EndpointRpcs["removeEndpoint"] =>
  async (request, call) => {
    const { gameId, endpointId } = request;
    const mutation = { faultPoint: "events.remove-endpoint", method, request } as const;
    return await idempotent(context.db, mutation, async (tx) => {
      const environment = await lockKnown(tx, request);
      const endpoint = await present(tx, gameId, endpointId);
      await remove(tx, endpointId);
      await appendEndpointEvent(
        tx,
        { environment, origin: originOf(call) },
        "webhookEndpointRemoved",
        endpoint,
      );
      return { endpoint };
    });
  };
