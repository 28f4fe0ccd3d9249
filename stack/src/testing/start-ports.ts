import { readOptions } from "../options.ts";
import { freePort, isPortTaken } from "../process/ports.ts";

/** The last of the services' probes is that far from the gateway. */
const PORTS_SPAN = 105;

const optionsFrom = (port: number) => ["--port", String(port), "--service-port", String(port + 1)];

/** Options of `start` that put everything on ports nobody holds: the gateway's, the services' behind it. */
export async function freePortOptions(): Promise<string[]> {
  for (;;) {
    // They are free between two starts, too, so none may lie where another process draws its own.
    const options = optionsFrom(await freePort({ span: PORTS_SPAN }));
    const { ports, probePorts } = readOptions(options);
    // The gateway stands in both.
    const all = new Set([...Object.values(ports), ...Object.values(probePorts)]);
    const taken = await Promise.all(Array.from(all, isPortTaken));
    if (!taken.includes(true)) return options;
  }
}
