import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

// Receives webhooks in a separate process and answers at once. `GET /` returns the counts; `GET /take`
// also resets them.

/** The deliveries since the last reset. */
export interface Received {
  /** The number of different events. */
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
