import { isIP } from "node:net";
import type { FastifyRequest } from "fastify";

// As much as identity takes.
const LONGEST_AGENT = 1_000;

/** Where a request comes from, as identity counts attempts and shows sessions. */
export function sourceOf({ ip, socket, headers }: FastifyRequest) {
  return {
    // A proxy may tell anything; what is no address is not believed.
    address: isIP(ip) === 0 ? (socket.remoteAddress ?? "::") : ip,
    agent: (headers["user-agent"] ?? "").slice(0, LONGEST_AGENT),
  };
}
