import type { MessageValidType } from "@bufbuild/protobuf";
import { idempotent } from "@tms/kit/database/idempotent";
import { originOf } from "@tms/kit/rpc/origin";
import { textOf } from "@tms/kit/values/input";
import {
  EndpointService,
  type UpdateEndpointRequestSchema,
} from "@tms/proto/tms/event/v1/endpoint";
import type { Context, EndpointRpcs } from "../context.ts";
import { storeFailures } from "../db/dispatches.ts";
import { changeEndpoint, type EndpointChange, type WholeEndpoint } from "../db/endpoints.ts";
import { lockKnown } from "../endpoints/lock.ts";
import {
  present,
  appendEndpointEvent,
  type EndpointCase,
} from "../endpoints/append-endpoint-event.ts";
import { endpointUrl } from "../endpoints/url.ts";
import { wantedTypes } from "../endpoints/wanted.ts";

type Request = MessageValidType<typeof UpdateEndpointRequestSchema>;

const MOST_DESCRIPTION = 500;

const method = EndpointService.method.updateEndpoint;

/** Changes an endpoint, pauses it or lets it go on where it stood. */
export const updateEndpoint =
  (context: Context): EndpointRpcs["updateEndpoint"] =>
  async (request, call) => {
    const { db, allowPrivate, dispatcher } = context;
    const { gameId, endpointId } = request;
    const settings = settingsOf(request, allowPrivate);
    const mutation = { faultPoint: "events.update-endpoint", method, request } as const;
    const response = await idempotent(db, mutation, async (tx) => {
      const known = await lockKnown(tx, request);
      const switched = switchOf(known, request.enabled);
      await changeEndpoint(tx, endpointId, { ...settings, ...switched?.change });
      const isMoved = settings.url !== undefined && settings.url !== known.url;
      if (isMoved || switched?.change.disabledReason === null)
        await storeFailures(tx, endpointId, { failures: 0, backoffMs: 0 });
      const endpoint = await present(tx, gameId, endpointId);
      const doing = { environment: known, origin: originOf(call) };
      if (differs(known, settings))
        await appendEndpointEvent(tx, doing, "webhookEndpointUpdated", endpoint);
      if (switched) await appendEndpointEvent(tx, doing, switched.event, endpoint);
      return { endpoint };
    });
    dispatcher.wake();
    return response;
  };

const settingsOf = ({ url, events, description }: Request, allowPrivate: boolean) => ({
  ...(url !== undefined && { url: endpointUrl(url, allowPrivate) }),
  ...(events.length > 0 && { events: wantedTypes(events) }),
  ...(description !== undefined && {
    description: textOf("description", description, MOST_DESCRIPTION),
  }),
});

/** What pausing or enabling comes to; undefined where nothing changes. */
function switchOf(
  { disabledReason }: WholeEndpoint,
  enabled: boolean | undefined,
): { change: EndpointChange; event: EndpointCase } | undefined {
  if (enabled === true && disabledReason !== null)
    return { change: { disabledReason: null }, event: "webhookEndpointEnabled" };
  if (enabled === false && disabledReason === null)
    return { change: { disabledReason: "by_user" }, event: "webhookEndpointDisabled" };
  return undefined;
}

const differs = (
  known: WholeEndpoint,
  { url = known.url, events = known.events, description = known.description }: EndpointChange,
): boolean =>
  url !== known.url ||
  description !== known.description ||
  events.join(" ") !== known.events.join(" ");
