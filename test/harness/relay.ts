import { once } from "node:events";
import { createServer, type ServerOpts, type Socket } from "node:net";

/** Listens on a port and passes connections on to others. */
export interface Relay {
  port: number;
  /** Resets every connection there is. */
  reset(): void;
  close(): Promise<void>;
}

/** Knows a socket, so that it is reset with all others. */
export type Track = (socket: Socket) => Socket;

/**
 * Opens a relay on the loopback interface. `serve` gets each connection that comes in, and tracks
 * those that it opens for it.
 */
export async function openRelay(
  port: number,
  serve: (client: Socket, track: Track) => void,
  options: ServerOpts = {},
): Promise<Relay> {
  const sockets = new Set<Socket>();
  const track: Track = (socket) => {
    sockets.add(socket);
    return socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
  };
  const server = createServer({ noDelay: true, ...options }, (client) =>
    serve(track(client), track),
  );
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const reset = () => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    port,
    reset,
    async close() {
      const closed = once(server, "close");
      server.close();
      reset();
      await closed;
    },
  };
}
