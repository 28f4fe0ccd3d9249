import { once } from "node:events";
import { createConnection, createServer, type AddressInfo, type Socket } from "node:net";
import { Redis } from "ioredis";

/** The Redis of this test run, if there is one. */
export const REDIS_URL = process.env["TMS_TEST_REDIS_URL"];

/** The URL of one of its databases: each test file has one of its own. */
export function redisDatabase(index: number): string {
  const url = new URL(REDIS_URL ?? "redis://127.0.0.1:1");
  url.pathname = `/${index}`;
  return url.href;
}

/** Runs commands on a Redis. */
export async function onRedis<T>(url: string, work: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(url);
  try {
    return await work(redis);
  } finally {
    redis.disconnect();
  }
}

/** A Redis that can go away and come back: what passes to the real one can be cut. */
export interface FrailRedis {
  url: string;
  /** Ends every connection and takes no new one. */
  goAway(): Promise<void>;
  comeBack(): Promise<void>;
}

/** Passes bytes to a Redis; `rewrite` changes what it answers. */
export async function frailRedis(
  url: string,
  rewrite: (answer: string) => string = (answer) => answer,
): Promise<FrailRedis> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = createConnection(Number(port), hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on("error", () => one.destroy());
      one.on("close", () => (other.destroy(), sockets.delete(one)));
    }
    near.on("data", (bytes) => far.write(bytes));
    far.on("data", (bytes) => near.write(rewrite(bytes.toString("latin1")), "latin1"));
  });
  const listen = async (at: number) => {
    server.listen(at, "127.0.0.1");
    await once(server, "listening");
  };
  await listen(0);
  const { port: ownPort } = server.address() as AddressInfo;
  const frail = new URL(url);
  frail.port = String(ownPort);
  return {
    url: frail.href,
    async goAway() {
      const closed = new Promise((resolve) => server.close(resolve));
      sockets.forEach((socket) => socket.destroy());
      await closed;
    },
    comeBack: () => listen(ownPort),
  };
}
