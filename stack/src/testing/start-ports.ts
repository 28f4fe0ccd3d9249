import { readOptions } from "../options.ts";
import { freeRow } from "../process/ports.ts";

const optionsFrom = (port: number) => ["--port", String(port), "--service-port", String(port + 1)];

/** How far above the gateway's port each port of a start lies. */
const OFFSETS = portsAfter(1).map((port) => port - 1);

/** Options of `start` that put everything on ports nobody holds: the gateway's, the services' behind it. */
export async function freePortOptions(): Promise<string[]> {
  return optionsFrom(await freeRow(OFFSETS));
}

function portsAfter(port: number): number[] {
  const { ports, probePorts } = readOptions(optionsFrom(port));
  return [...new Set([...Object.values(ports), ...Object.values(probePorts)])];
}
