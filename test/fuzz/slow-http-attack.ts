import { connect } from "node:net";
import { must } from "./finding.ts";
import type { Target } from "./target.ts";

const HEAD = "POST /tournament/create HTTP/1.1\r\nhost: x\r\n";
const TRICKLES = {
  "nothing at all": { first: "", drip: "" },
  "a request line": { first: "G", drip: "E" },
  "endless headers": { first: HEAD, drip: "x-a: b\r\n" },
  "a slow body": {
    first: `${HEAD}x-api-key: {{key.0}}\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{`,
    drip: " ",
  },
  "a slow chunked body": {
    first: `${HEAD}x-api-key: {{key.0}}\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`,
    drip: "1\r\n \r\n",
  },
};

const DRIP_EVERY_MS = 200;
/** The whole request has 15 seconds, and connections are looked at every second. */
const BOUND_MS = 20_000;

/** Holds connections with requests that never end; each must be hung up on within the bound. */
export async function slowHttp(target: Target, each: number): Promise<void> {
  const held = Object.entries(TRICKLES).flatMap(([name, { first, drip }]) =>
    Array.from({ length: each }, () => hold(target, name, target.fill(first), drip)),
  );
  await Promise.all(held);
}

function hold(target: Target, name: string, first: string, drip: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(target.gatewayPort, "127.0.0.1");
    const dripping = setInterval(() => socket.write(drip), DRIP_EVERY_MS);
    const bound = setTimeout(() => socket.destroy(new Error("held")), BOUND_MS);
    socket.on("error", () => undefined);
    socket.write(first);
    socket.resume();
    socket.on("close", () => {
      clearInterval(dripping);
      clearTimeout(bound);
      try {
        must(socket.errored?.message !== "held", `${name} held a connection for ${BOUND_MS} ms`);
        resolve();
      } catch (error) {
        reject(error);
      }
    });
  });
}
