import { freePorts } from "@tms/stack/testing/ports";
import { byProcess, PROCESSES, type ProcessName } from "@tms/stack/system/system";

/** Where the processes of a system listen, and where they answer probes. */
export interface SystemPorts {
  ports: Readonly<Record<ProcessName, number>>;
  probePorts: Readonly<Record<ProcessName, number>>;
}

export const PORTS_OF_A_SYSTEM = 2 * PROCESSES.length;

/** Draws them together: two draws could find the same port free. */
export const drawPorts = async (): Promise<SystemPorts> =>
  takePorts(await freePorts(PORTS_OF_A_SYSTEM));

/** Takes them off a list of free ports. */
export const takePorts = (free: number[]): SystemPorts => ({
  ports: portOfEach(free),
  probePorts: portOfEach(free),
});

/** Takes one port for each process off a list of free ports. */
const portOfEach = (free: number[]): Record<ProcessName, number> =>
  byProcess(() => {
    const port = free.shift();
    if (port === undefined) throw new Error("too few ports were drawn");
    return port;
  });
