import { isIP } from "node:net";
import type { FastifyRequest } from "fastify";

// The longest user agent that the identity service accepts.
const LONGEST_AGENT = 1_000;

/** Returns the source of a request, by which the identity service counts attempts and shows sessions. */
export function sourceOf({ ip, socket, headers }: FastifyRequest) {
  return {
    // A proxy may send any text as the address. If the text is not an address, the connection's address is
    // used.
    address: isIP(ip) === 0 ? (socket.remoteAddress ?? "::") : ip,
    agent: (headers["user-agent"] ?? "").slice(0, LONGEST_AGENT),
  };
}
