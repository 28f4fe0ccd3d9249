import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { openRelay } from "../harness/relay.ts";

/**
 * The state of an edge: `cut` refuses and resets connections, `stalled` holds every byte back, `mute`
 * lets requests through and swallows the answers, a number delays by that many milliseconds.
 */
export type EdgeState = "open" | "cut" | "stalled" | "mute" | { delayMs: number };

/** A TCP connection between two processes that can be harmed. */
export interface Edge {
  port: number;
  set(state: EdgeState): void;
  /** Leads new connections to another port; those there are stay where they are. */
  leadTo(upstreamPort: number): void;
  close(): Promise<void>;
}

/** Listens on a port of the loopback interface and passes everything on to another. */
export async function openEdge(port: number, firstUpstreamPort: number): Promise<Edge> {
  let upstreamPort = firstUpstreamPort;
  let state: EdgeState = "open";
  let stalled = Promise.resolve();
  let release = () => {};

  async function pump(from: Socket, to: Socket, answers: boolean): Promise<void> {
    for await (const chunk of from) {
      await stalled;
      if (state === "mute" && answers) continue;
      if (typeof state === "object") await delay(state.delayMs);
      if (!to.write(chunk as Buffer)) await once(to, "drain");
    }
    to.end();
  }

  const relay = await openRelay(port, (client, track) => {
    if (state === "cut") return void client.resetAndDestroy();
    const upstream = track(connect({ host: "127.0.0.1", port: upstreamPort, noDelay: true }));
    const end = () => {
      for (const socket of [client, upstream]) socket.destroy();
    };
    for (const socket of [client, upstream]) socket.on("error", end);
    for (const done of [pump(client, upstream, false), pump(upstream, client, true)])
      done.catch(end);
  });

  return {
    port,
    set(next) {
      // The swallowed bytes leave a gap in the stream, so such connections cannot go on.
      if (next === "cut" || state === "mute") relay.reset();
      state = next;
      release();
      if (next === "stalled")
        ({ promise: stalled, resolve: release } = Promise.withResolvers<void>());
    },
    leadTo: (next) => void (upstreamPort = next),
    close: relay.close,
  };
}
