import type { MessageValidType } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { idempotent, toMutation } from "@tms/kit/database/idempotent";
import { transaction } from "@tms/kit/database/transaction";
import { originOf } from "@tms/kit/rpc/origin";
import type { RpcsOf } from "@tms/kit/rpc/rpcs";
import { newId } from "@tms/kit/values/ids";
import {
  EndpointService,
  type UpdateEndpointRequestSchema,
} from "@tms/proto/tms/event/v1/endpoint";
import type { Context } from "../context.ts";
import { countAttemptsOfDay } from "../db/deliveries.ts";
import { storeFailures } from "../db/dispatches.ts";
import {
  changeEndpoint,
  countEndpoints,
  findEndpoint,
  insertEndpoint,
  listEndpoints as listAll,
  removeEndpoint as remove,
  rollSecret,
  type EndpointRow,
} from "../db/endpoints.ts";
import { lockHeads } from "../db/heads.ts";
import { appendEndpointEvents, lockKnown, type EndpointCase } from "../endpoints/change.ts";
import { formatSecret, makeSecret, openSecret } from "../endpoints/secret.ts";
import { parseDescription, parseSubscription, parseUrl } from "../endpoints/settings.ts";
import { endpointLimit, endpointNotFound } from "../errors.ts";
import { toEndpoint } from "../messages.ts";

type Rpcs = RpcsOf<typeof EndpointService>;

const { method } = EndpointService;
const MAX_ENDPOINTS = 10;
const DEFAULT_GRACE_S = 86_400;

/** The stored response never contains the secret. */
export const createEndpoint =
  ({ db, secretsKeys, allowPrivate }: Context): Rpcs["createEndpoint"] =>
  async (request, call) => {
    const { gameId, test } = request;
    const id = newId();
    const { secret, sealed } = makeSecret(secretsKeys, id);
    const row = {
      id,
      gameId,
      test,
      url: parseUrl(request.url, allowPrivate),
      events: parseSubscription(request.events),
      description: parseDescription(request.description),
      sealedSecret: sealed,
    };
    const mutation = toMutation("events.create-endpoint", method.createEndpoint, request);
    const response = await idempotent(db, mutation, async (tx) => {
      // Under the lock of the head, only one request can find room for the last endpoint.
      const lastSequence = (await lockHeads(tx, [gameId])).get(gameId) ?? 0n;
      if ((await countEndpoints(tx, gameId)) >= MAX_ENDPOINTS) throw endpointLimit();
      // The next event is the creation of the endpoint, which the endpoint does not get.
      await insertEndpoint(tx, row, lastSequence + 1n);
      const cases = ["webhookEndpointCreated"] as const;
      return { endpoint: await appendEndpointEvents(tx, row, originOf(call), cases) };
    });
    // A repeat returns the endpoint of the first request. Its secret can be revealed.
    return response.endpoint?.id === id ? { ...response, secret: formatSecret(secret) } : response;
  };

export const getEndpoint =
  ({ db }: Context): Rpcs["getEndpoint"] =>
  async ({ gameId, endpointId }) => {
    const row = await findEndpoint(db, gameId, endpointId);
    if (row === undefined) throw endpointNotFound();
    return { endpoint: toEndpoint(row, await countAttemptsOfDay(db, endpointId)) };
  };

export const listEndpoints =
  ({ db }: Context): Rpcs["listEndpoints"] =>
  async ({ gameId }) => {
    const rows = await listAll(db, gameId);
    return { endpoints: rows.map((row) => toEndpoint(row)) };
  };

export const updateEndpoint =
  ({ db, allowPrivate, dispatcher }: Context): Rpcs["updateEndpoint"] =>
  async (request, call) => {
    const { endpointId } = request;
    const settings = toSettings(request, allowPrivate);
    const mutation = toMutation("events.update-endpoint", method.updateEndpoint, request);
    const response = await idempotent(db, mutation, async (tx) => {
      const known = await lockKnown(tx, request);
      const isEnabled = known.disabledReason === null;
      const enables = request.enabled === true && !isEnabled;
      const pauses = request.enabled === false && isEnabled;
      await changeEndpoint(tx, endpointId, {
        ...settings,
        ...(enables && { disabledReason: null }),
        ...(pauses && { disabledReason: "by_user" }),
      });
      const isMoved = settings.url !== undefined && settings.url !== known.url;
      if (isMoved || enables) await storeFailures(tx, endpointId, { failures: 0, backoffMs: 0 });
      const cases: EndpointCase[] = [];
      if (isChanged(known, settings)) cases.push("webhookEndpointUpdated");
      if (enables) cases.push("webhookEndpointEnabled");
      if (pauses) cases.push("webhookEndpointDisabled");
      return { endpoint: await appendEndpointEvents(tx, known, originOf(call), cases) };
    });
    dispatcher.wake();
    return response;
  };

const toSettings = (
  { url, events, description }: MessageValidType<typeof UpdateEndpointRequestSchema>,
  allowPrivate: boolean,
) => ({
  ...(url !== undefined && { url: parseUrl(url, allowPrivate) }),
  ...(events.length > 0 && { events: parseSubscription(events) }),
  ...(description !== undefined && { description: parseDescription(description) }),
});

const isChanged = (
  known: EndpointRow,
  {
    url = known.url,
    events = known.events,
    description = known.description,
  }: ReturnType<typeof toSettings>,
): boolean =>
  url !== known.url ||
  description !== known.description ||
  events.join(" ") !== known.events.join(" ");

export const removeEndpoint =
  ({ db }: Context): Rpcs["removeEndpoint"] =>
  async (request, call) => {
    const mutation = toMutation("events.remove-endpoint", method.removeEndpoint, request);
    return await idempotent(db, mutation, async (tx) => {
      const known = await lockKnown(tx, request);
      const cases = ["webhookEndpointRemoved"] as const;
      const endpoint = await appendEndpointEvents(tx, known, originOf(call), cases);
      await remove(tx, request.endpointId);
      return { endpoint };
    });
  };

/** Appends an event before the secrets are shown. */
export const revealEndpointSecret =
  ({ db, secretsKeys }: Context): Rpcs["revealEndpointSecret"] =>
  async (request, call) => {
    const show = (sealed: Buffer) =>
      formatSecret(openSecret(secretsKeys, sealed, request.endpointId));
    return await transaction(db, "events.reveal-secret", async (tx) => {
      const known = await lockKnown(tx, request);
      await appendEndpointEvents(tx, known, originOf(call), ["webhookEndpointRevealed"]);
      const { previousSealedSecret: previous, previousEndsAt: endsAt, isRolling } = known;
      return {
        secret: show(known.sealedSecret),
        ...(isRolling &&
          previous !== null &&
          endsAt !== null && {
            previous: show(previous),
            previousEndTime: timestampFromDate(endsAt),
          }),
      };
    });
  };

/** The stored response never contains the secret. */
export const rollEndpointSecret =
  ({ db, secretsKeys }: Context): Rpcs["rollEndpointSecret"] =>
  async (request, call) => {
    const { endpointId, graceSeconds = DEFAULT_GRACE_S } = request;
    const mutation = toMutation("events.roll-secret", method.rollEndpointSecret, request);
    // A repeat returns no secret.
    let secret = "";
    const response = await idempotent(db, mutation, async (tx) => {
      const known = await lockKnown(tx, request);
      const made = makeSecret(secretsKeys, endpointId);
      await rollSecret(tx, endpointId, made.sealed, graceSeconds);
      secret = formatSecret(made.secret);
      const cases = ["webhookEndpointRolled"] as const;
      return { endpoint: await appendEndpointEvents(tx, known, originOf(call), cases) };
    });
    return { ...response, secret };
  };
