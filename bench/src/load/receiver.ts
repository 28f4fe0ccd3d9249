import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

// A process of its own, so that whoever measures takes no time from it: a receiver of webhooks that
// answers at once and keeps what it got apart from the bodies. GET tells, and begins anew.

/** What a receiver got since it was asked last. */
export interface Received {
  /** Deliveries of different events. */
  events: number;
  /** Milliseconds from the first delivery to the last. */
  tookMs: number;
}

const seen = new Set<string>();
let [firstAt, lastAt] = [0, 0];

const server = createServer((request, response) => {
  if (request.method === "GET") {
    const received: Received = { events: seen.size, tookMs: lastAt - firstAt };
    if (request.url === "/take") seen.clear();
    response.end(JSON.stringify(received));
    return;
  }
  if (seen.size === 0) firstAt = performance.now();
  seen.add(String(request.headers["webhook-id"]));
  request.resume().on("end", () => {
    lastAt = performance.now();
    response.writeHead(204).end();
  });
});
server.listen(0, "127.0.0.1", () => {
  process.send?.((server.address() as AddressInfo).port);
});
process.on("disconnect", () => process.exit());
