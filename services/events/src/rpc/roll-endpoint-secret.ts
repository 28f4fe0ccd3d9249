import { idempotent } from "@tms/kit/database/idempotent";
import { originOf } from "@tms/kit/rpc/origin";
import { EndpointService } from "@tms/proto/tms/event/v1/endpoint";
import type { Context, EndpointRpcs } from "../context.ts";
import { rollSecret } from "../db/endpoints.ts";
import { lockKnown } from "../endpoints/lock.ts";
import { formatSecret, makeSecret } from "../endpoints/secret.ts";
import { present, appendEndpointEvent } from "../endpoints/append-endpoint-event.ts";

const DEFAULT_GRACE_S = 86_400;

const method = EndpointService.method.rollEndpointSecret;

/** Gives an endpoint another secret. The stored response of the request never holds it. */
export const rollEndpointSecret =
  (context: Context): EndpointRpcs["rollEndpointSecret"] =>
  async (request, call) => {
    const { gameId, endpointId, graceSeconds = DEFAULT_GRACE_S } = request;
    const mutation = { faultPoint: "events.roll-secret", method, request } as const;
    let secret = "";
    const response = await idempotent(context.db, mutation, async (tx) => {
      const environment = await lockKnown(tx, request);
      const made = makeSecret(context.secretsKeys, endpointId);
      await rollSecret(tx, endpointId, made.sealed, graceSeconds);
      const endpoint = await present(tx, gameId, endpointId);
      await appendEndpointEvent(
        tx,
        { environment, origin: originOf(call) },
        "webhookEndpointRolled",
        endpoint,
      );
      secret = formatSecret(made.secret);
      return { endpoint };
    });
    // Empty where the request was answered before: this is then not the secret that was made.
    return { ...response, secret };
  };
