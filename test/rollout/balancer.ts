import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** A TCP balancer in front of the replicas of one process, as a Kubernetes Service is. */
export interface Balancer {
  port: number;
  close(): Promise<void>;
}

/**
 * Hands connections to the replicas in turn, and to the next one where a connection is refused. It
 * knows nothing of what travels on them: it neither retries nor ends any.
 */
export async function openBalancer(
  port: number,
  replicaPorts: readonly number[],
): Promise<Balancer> {
  const sockets = new Set<Socket>();
  let turn = 0;

  async function serve(client: Socket): Promise<void> {
    track(sockets, client);
    const first = turn++;
    for (const index of replicaPorts.keys()) {
      const replicaPort = replicaPorts[(first + index) % replicaPorts.length] ?? 0;
      const replica = await connected(replicaPort);
      if (replica === null) continue;
      track(sockets, replica);
      return join(client, replica);
    }
    client.resetAndDestroy();
  }

  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    void serve(client);
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");

  return {
    port,
    async close() {
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

async function connected(port: number): Promise<Socket | null> {
  const socket = connect({ host: "127.0.0.1", port, allowHalfOpen: true, noDelay: true });
  try {
    await once(socket, "connect");
    return socket;
  } catch {
    return null;
  }
}

/** Each direction ends by itself; what resets one side resets the other. */
function join(client: Socket, replica: Socket): void {
  client.on("error", () => replica.resetAndDestroy());
  replica.on("error", () => client.resetAndDestroy());
  if (client.destroyed) return void replica.destroy();
  client.pipe(replica);
  replica.pipe(client);
}

function track(sockets: Set<Socket>, socket: Socket): void {
  sockets.add(socket);
  socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
}
