import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { openRelay, type Relay, type Track } from "../harness/relay.ts";

/**
 * Opens a TCP balancer in front of the replicas of one process, as a Kubernetes Service does. It gives
 * connections to the replicas in turn, or to the next replica if one refuses. It does not retry.
 */
export function openBalancer(port: number, replicaPorts: readonly number[]): Promise<Relay> {
  let turn = 0;

  async function serve(client: Socket, track: Track): Promise<void> {
    const first = turn++;
    for (const index of replicaPorts.keys()) {
      const replicaPort = replicaPorts[(first + index) % replicaPorts.length] ?? 0;
      const replica = await connected(replicaPort);
      if (replica !== null) return join(client, track(replica));
    }
    client.resetAndDestroy();
  }

  return openRelay(port, (client, track) => void serve(client, track), { allowHalfOpen: true });
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

/** Joins two connections. Each direction ends by itself; a reset of one side resets the other. */
function join(client: Socket, replica: Socket): void {
  client.on("error", () => replica.resetAndDestroy());
  replica.on("error", () => client.resetAndDestroy());
  if (client.destroyed) return void replica.destroy();
  client.pipe(replica);
  replica.pipe(client);
}
