import { idempotent } from "@tms/kit/database/idempotent";
import type { Tx } from "@tms/kit/database/handle";
import { originOf } from "@tms/kit/rpc/origin";
import { newId } from "@tms/kit/values/ids";
import { textOf } from "@tms/kit/values/input";
import { EndpointService } from "@tms/proto/tms/event/v1/endpoint";
import type { Context, EndpointRpcs } from "../context.ts";
import { countEndpoints, insertEndpoint } from "../db/endpoints.ts";
import { lockHeads } from "../db/heads.ts";
import { formatSecret, makeSecret } from "../endpoints/secret.ts";
import { present, appendEndpointEvent } from "../endpoints/append-endpoint-event.ts";
import { endpointUrl } from "../endpoints/url.ts";
import { wantedTypes } from "../endpoints/wanted.ts";
import { endpointLimit } from "../errors.ts";

const MOST_ENDPOINTS = 10;
const MOST_DESCRIPTION = 500;

const method = EndpointService.method.createEndpoint;

/** Makes an endpoint. The stored response of the request never holds the secret. */
export const createEndpoint =
  (context: Context): EndpointRpcs["createEndpoint"] =>
  async (request, call) => {
    const { db, secretsKeys, allowPrivate } = context;
    const { gameId, test } = request;
    const environment = { gameId, test };
    const id = newId();
    const { secret, sealed } = makeSecret(secretsKeys, id);
    const settings = {
      id,
      gameId,
      test,
      url: endpointUrl(request.url, allowPrivate),
      events: wantedTypes(request.events),
      description: textOf("description", request.description, MOST_DESCRIPTION),
      sealedSecret: sealed,
    };
    const mutation = { faultPoint: "events.create-endpoint", method, request } as const;
    const response = await idempotent(db, mutation, async (tx) => {
      const lastSequence = await requireRoom(tx, gameId);
      // It sees what comes after its own creation, which is the next event.
      await insertEndpoint(tx, { ...settings, position: lastSequence + 1n });
      const endpoint = await present(tx, gameId, id);
      await appendEndpointEvent(
        tx,
        { environment, origin: originOf(call) },
        "webhookEndpointCreated",
        endpoint,
      );
      return { endpoint };
    });
    // A repeat gets the endpoint of the first time, whose secret can be revealed.
    return response.endpoint?.id === id ? { ...response, secret: formatSecret(secret) } : response;
  };

/** Refuses the eleventh endpoint; returns the log's last sequence. */
async function requireRoom(tx: Tx, gameId: string): Promise<bigint> {
  // Under the lock of the head two requests cannot both find room for the last one.
  const heads = await lockHeads(tx, [gameId]);
  if ((await countEndpoints(tx, gameId)) >= MOST_ENDPOINTS) throw endpointLimit();
  return heads.get(gameId) ?? 0n;
}
