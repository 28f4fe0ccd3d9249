import { connect } from "node:net";
import { freePort } from "@tms/stack/testing/ports";
import { openRelay } from "../harness/relay.ts";

/** What happens to an answer of the service on its way back. */
export type Fate = "cut" | "half" | "held";

/** Stands between a client and the service, and loses answers. */
export interface CuttingRelay {
  url: string;
  /** The next answers come to these ends, one each; all others pass. */
  lose(...fates: Fate[]): void;
  /** Settles when an answer of the service is held. */
  held: Promise<void>;
  close(): Promise<void>;
}

/** Opens a relay to the service at a URL. Requests always arrive: what is lost is the answer. */
export async function openCuttingRelay(target: string): Promise<CuttingRelay> {
  const { hostname, port } = new URL(target);
  const fates: Fate[] = [];
  const { promise: held, resolve: hold } = Promise.withResolvers<void>();
  const relay = await openRelay(await freePort(), (client, track) => {
    const upstream = track(connect({ host: hostname, port: Number(port) }));
    client.on("data", (chunk) => upstream.write(chunk));
    client.on("close", () => upstream.destroy());
    upstream.on("close", () => client.destroy());
    let isHeld = false;
    upstream.on("data", (chunk: Buffer) => {
      if (isHeld) return;
      const fate = fates.shift();
      if (fate === undefined) return void client.write(chunk);
      if (fate === "held") {
        isHeld = true;
        return hold();
      }
      if (fate === "cut") return void client.resetAndDestroy();
      client.write(chunk.subarray(0, chunk.length - 20), () => client.destroy());
    });
  });
  return {
    url: `http://127.0.0.1:${relay.port}`,
    lose: (...next) => void fates.push(...next),
    held,
    close: () => relay.close(),
  };
}
