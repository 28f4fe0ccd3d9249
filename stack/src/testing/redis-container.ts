import { request } from "node:http";
import type { Server } from "../process/server.ts";

/** Any Redis from 6.2 on will do; the name can be set where images come from elsewhere. */
const IMAGE = "redis:7.4-alpine";

/** Seen from inside a container every client is a stranger, whom protected mode would refuse. */
const COMMAND =
  "redis-server --protected-mode no --maxmemory-policy noeviction --hz 100 --appendonly no --databases";

export type RedisContainer = Pick<Server, "url" | "port" | "stop">;

/** A Redis in a container for the length of a test run, or null where no container engine answers. */
export async function startRedisContainer(databases = 16): Promise<RedisContainer | null> {
  if (!(await engineAnswers())) return null;
  // Loaded only here: it is large, and most runs find a Redis on the machine.
  const { GenericContainer, Wait } = await import("testcontainers");
  const container = await new GenericContainer(process.env["TMS_REDIS_IMAGE"] ?? IMAGE)
    .withCommand([...COMMAND.split(" "), String(databases)])
    .withExposedPorts(6379)
    // Its log is the same everywhere, while not every engine runs health checks.
    .withWaitStrategy(Wait.forLogMessage("Ready to accept connections"))
    .start();
  const port = container.getMappedPort(6379);
  return {
    port,
    url: `redis://${container.getHost()}:${port}`,
    stop: async () => void (await container.stop()),
  };
}

/** Asks the engine that DOCKER_HOST names, or the one at the usual socket, for a sign of life. */
export function engineAnswers(env: NodeJS.ProcessEnv = process.env): Promise<boolean> {
  const host = new URL(env["DOCKER_HOST"] || "unix:///var/run/docker.sock");
  const address =
    host.protocol === "unix:"
      ? { socketPath: host.pathname }
      : { host: host.hostname, port: host.port || 2375 };
  return new Promise((resolve) => {
    request({ ...address, path: "/_ping", signal: AbortSignal.timeout(1_000) })
      .once("response", (response) => resolve(response.resume().statusCode === 200))
      .once("error", () => resolve(false))
      .end();
  });
}
