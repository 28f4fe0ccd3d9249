import { request } from "node:http";
import type { Server } from "@tms/stack/servers/server";

/** Redis 6.2 or newer works. TMS_REDIS_IMAGE names an image of another registry. */
const IMAGE = "redis:7.4-alpine";

/** Protected mode would refuse clients, because they are outside of the container. */
const COMMAND =
  "redis-server --protected-mode no --maxmemory-policy noeviction --hz 100 --appendonly no --databases";

export type RedisContainer = Pick<Server, "url" | "port" | "stop">;

/** Starts a Redis in a container. Returns null if no container engine responds. */
export async function startRedisContainer(databases = 16): Promise<RedisContainer | null> {
  if (!(await engineAnswers())) return null;
  // The package is large, and most runs find a Redis on the machine.
  const { GenericContainer, Wait } = await import("testcontainers");
  const container = await new GenericContainer(process.env["TMS_REDIS_IMAGE"] ?? IMAGE)
    .withCommand([...COMMAND.split(" "), String(databases)])
    .withExposedPorts(6379)
    // Some engines run no health checks.
    .withWaitStrategy(Wait.forLogMessage("Ready to accept connections"))
    .start();
  const port = container.getMappedPort(6379);
  return {
    port,
    url: `redis://${container.getHost()}:${port}`,
    stop: async () => void (await container.stop()),
  };
}

/** Returns whether the container engine of DOCKER_HOST, or of the default socket, responds. */
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
