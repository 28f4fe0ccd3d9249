import type { IncomingMessage } from "node:http";
import { newId } from "@tms/kit/values/ids";
import type { App } from "../app-type.ts";

// What is safe to log, to echo and to search for.
const SANE = /^[A-Za-z0-9._:-]{1,128}$/;

/** The caller's own id of a request when it is a sane one, otherwise a new one. */
export function requestIdFor(request: IncomingMessage): string {
  const given = request.headers["x-request-id"];
  return typeof given === "string" && SANE.test(given) ? given : newId();
}

/** Answers every request with its id. */
export function requestIds(app: App): void {
  app.addHook("onRequest", async (request, reply) => {
    reply.header("x-request-id", request.id);
  });
}
