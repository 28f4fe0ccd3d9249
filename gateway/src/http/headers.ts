import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { isRequestId } from "@tms/kit/values/credentials";
import { newId } from "@tms/kit/values/ids";
import type { FastifyReply, FastifyRequest } from "fastify";

/** Returns the X-Request-Id of the caller if it is valid, otherwise a new id. */
export function requestIdFor(request: IncomingMessage): string {
  const given = request.headers["x-request-id"];
  return typeof given === "string" && isRequestId(given) ? given : newId();
}

const YEAR_S = 31_536_000;

/** Returns a function that adds the request id and security headers to a response. Routes can replace them. */
export function defaultHeaders(publicUrl: string) {
  const headers = {
    "cache-control": "no-store",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    ...(publicUrl.startsWith("https:") && {
      "strict-transport-security": `max-age=${YEAR_S}; includeSubDomains`,
    }),
  };
  return (request: FastifyRequest, reply: FastifyReply): void =>
    void reply.headers({ ...headers, "x-request-id": request.id });
}

// The maximum number of characters of a user agent that the identity service accepts.
const MAX_AGENT_LENGTH = 1_000;

/** Returns the network address and the user agent of a request, for the identity service. */
export function sourceOf({ ip, socket, headers }: FastifyRequest) {
  return {
    // A proxy may send any string as the address. The connection's address then replaces it.
    address: isIP(ip) === 0 ? (socket.remoteAddress ?? "::") : ip,
    agent: (headers["user-agent"] ?? "").slice(0, MAX_AGENT_LENGTH),
  };
}
