import type { ConnectRouter } from "@connectrpc/connect";
import { registerRpcs } from "@tms/kit/rpc/rpcs";
import { EventService } from "@tms/proto/tms/event/v1/event";
import type { Context } from "./context.ts";
import { getEvent } from "./rpc/get-event.ts";
import { listEvents } from "./rpc/list-events.ts";
import { recordEvents } from "./rpc/record-events.ts";

/** The events service's RPCs. */
export const routes = (context: Context) => (router: ConnectRouter) =>
  registerRpcs(router, EventService, {
    recordEvents: recordEvents(context),
    listEvents: listEvents(context),
    getEvent: getEvent(context),
  });
