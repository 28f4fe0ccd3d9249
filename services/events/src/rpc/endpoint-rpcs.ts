import type { DescMethodUnary, MessageValidType } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { once } from "@tms/kit/database/idempotent";
import { transaction } from "@tms/kit/database/transaction";
import { DomainError, found } from "@tms/kit/errors/domain-error";
import { passOn } from "@tms/kit/errors/remote-error";
import { within } from "@tms/kit/rpc/client";
import { originOf } from "@tms/kit/rpc/origin";
import { mutation, type Call } from "@tms/kit/rpc/rpcs";
import { newId } from "@tms/kit/values/ids";
import type { UpdateEndpointRequestSchema } from "@tms/proto/tms/event/v1/endpoint";
import { KeyScope } from "@tms/proto/tms/game/v1/game";
import type { Context, EndpointRpcs } from "../context.ts";
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
import { lockHeads } from "../db/events.ts";
import {
  appendEndpointEvents,
  formatSecret,
  lockKnown,
  makeSecret,
  decryptSecret,
  parseDescription,
  parseSubscription,
  parseUrl,
  type EndpointCase,
} from "../endpoints.ts";
import { toEndpoint } from "../messages.ts";
import { isDeepStrictEqual } from "node:util";

const MAX_ENDPOINTS = 10;
const DEFAULT_GRACE_S = 86_400;

export const endpointRpcs = {
  createEndpoint: byRight(async ({ db, secretsKeys, allowPrivate }, request, call) => {
    const { gameId, test } = request;
    const id = newId();
    const { secret, encrypted } = makeSecret(secretsKeys, id);
    const row = {
      id,
      gameId,
      test,
      url: parseUrl(request.url, allowPrivate),
      events: parseSubscription(request.events),
      description: parseDescription(request.description),
      encryptedSecret: encrypted,
    };
    const response = await once(db, "events.create-endpoint", call, request, async (tx, origin) => {
      // The lock of the head admits one request at a time, so that concurrent requests keep the limit.
      const lastSequence = (await lockHeads(tx, [gameId])).get(gameId) ?? 0n;
      if ((await countEndpoints(tx, gameId)) >= MAX_ENDPOINTS)
        throw new DomainError("ENDPOINT_LIMIT");
      // The endpoint does not receive the next event, which reports its creation.
      await insertEndpoint(tx, row, lastSequence + 1n);
      return { endpoint: await appendEndpointEvents(tx, row, origin, ["webhookEndpointCreated"]) };
    });
    // A repeat returns the endpoint of the first request without its secret, which can be revealed.
    return response.endpoint?.id === id ? { ...response, secret: formatSecret(secret) } : response;
  }),

  async getEndpoint({ db }, { gameId, endpointId }) {
    const row = found(await findEndpoint(db, gameId, endpointId), "ENDPOINT_NOT_FOUND");
    return { endpoint: toEndpoint(row, await countAttemptsOfDay(db, endpointId)) };
  },

  async listEndpoints({ db }, { gameId }) {
    const rows = await listAll(db, gameId);
    return { endpoints: rows.map((row) => toEndpoint(row)) };
  },

  updateEndpoint: byRight(async ({ db, allowPrivate, dispatcher }, request, call) => {
    const { endpointId } = request;
    const settings = toSettings(request, allowPrivate);
    const response = await once(db, "events.update-endpoint", call, request, async (tx, origin) => {
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
      return { endpoint: await appendEndpointEvents(tx, known, origin, cases) };
    });
    dispatcher.wake();
    return response;
  }),

  removeEndpoint: byRight(
    mutation("events.remove-endpoint", async ({ tx, origin }, request) => {
      const known = await lockKnown(tx, request);
      const endpoint = await appendEndpointEvents(tx, known, origin, ["webhookEndpointRemoved"]);
      await remove(tx, request.endpointId);
      return { endpoint };
    }),
  ),

  /** Returns the secrets that sign now, and adds an event about the disclosure to the log. */
  revealEndpointSecret: byRight(async ({ db, secretsKeys }, request, call) => {
    const show = (encrypted: Buffer) =>
      formatSecret(decryptSecret(secretsKeys, encrypted, request.endpointId));
    return await transaction(db, "events.reveal-secret", async (tx) => {
      const known = await lockKnown(tx, request);
      await appendEndpointEvents(tx, known, originOf(call), ["webhookEndpointRevealed"]);
      const secret = show(known.encryptedSecret);
      const { previousEncryptedSecret: previous, previousEndsAt: endsAt } = known;
      if (previous === null || endsAt === null) return { secret };
      return { secret, previous: show(previous), previousEndTime: timestampFromDate(endsAt) };
    });
  }),

  /** Replaces the secret. A repeat returns the stored response, which does not contain the secret. */
  rollEndpointSecret: byRight(async ({ db, secretsKeys }, request, call) => {
    const { endpointId, graceSeconds = DEFAULT_GRACE_S } = request;
    let secret = "";
    const response = await once(db, "events.roll-secret", call, request, async (tx, origin) => {
      const known = await lockKnown(tx, request);
      const made = makeSecret(secretsKeys, endpointId);
      await rollSecret(tx, endpointId, made.encrypted, graceSeconds);
      secret = formatSecret(made.secret);
      return { endpoint: await appendEndpointEvents(tx, known, origin, ["webhookEndpointRolled"]) };
    });
    return { ...response, secret };
  }),
} satisfies EndpointRpcs;

/** Wraps a handler that needs the right to change webhooks. A right lost after the check still counts. */
function byRight<R extends { gameId: string }, M extends DescMethodUnary, A>(
  handle: (context: Context, request: R, call: Call<M>) => Promise<A>,
) {
  return async (context: Context, request: R, call: Call<M>) => {
    const right = { gameId: request.gameId, scope: KeyScope.WEBHOOKS_WRITE };
    // Operators and services have all rights.
    if (originOf(call).actor.type !== "system")
      await context.members
        .authorizeActor(right, within(call))
        .catch(passOn("GAME_NOT_FOUND", "SCOPE_MISSING", "API_KEY_INVALID"));
    return await handle(context, request, call);
  };
}

const toSettings = (
  { url, events, description }: MessageValidType<typeof UpdateEndpointRequestSchema>,
  allowPrivate: boolean,
) => ({
  ...(url !== undefined && { url: parseUrl(url, allowPrivate) }),
  ...(events.length > 0 && { events: parseSubscription(events) }),
  ...(description !== undefined && { description: parseDescription(description) }),
});

function isChanged(
  { url, events, description }: EndpointRow,
  settings: ReturnType<typeof toSettings>,
): boolean {
  const known = { url, events, description };
  return !isDeepStrictEqual({ ...known, ...settings }, known);
}
