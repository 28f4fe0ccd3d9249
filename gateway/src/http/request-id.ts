import type { IncomingMessage } from "node:http";
import { newId } from "@tms/kit/values/ids";
import { isRequestId } from "@tms/kit/values/request-id";
import type { App } from "../app-type.ts";

/** The id of a request: the X-Request-Id that its caller sent when that is sane, else a new id. */
export function requestIdFor(request: IncomingMessage): string {
  const given = request.headers["x-request-id"];
  return typeof given === "string" && isRequestId(given) ? given : newId();
}

/** Answers every request with its id. */
export function requestIds(app: App): void {
  app.addHook("onRequest", async (request, reply) => {
    reply.header("x-request-id", request.id);
  });
}
