import { parseArgs } from "node:util";
import { StackError } from "./stack-error.ts";
import { SERVICES } from "@tms/cli/services";
import { PROCESSES, type ProcessName, type ReplicaPlace } from "./system/system.ts";

const PROBE_OFFSET = 100;
const MAX_REPLICAS = 9;

export function readOptions(args: readonly string[]) {
  const values = parse(args);
  const gateway = readPort("--port", values.port ?? "8080");
  const first = readPort("--service-port", values["service-port"] ?? "7101");
  const portsFrom = (offset: number) =>
    Object.fromEntries([
      ["gateway", gateway + offset],
      ...SERVICES.map((name, index) => [name, first + index + offset]),
    ]) as Record<ProcessName, number>;
  return {
    help: values.help ?? false,
    fresh: values.fresh ?? false,
    ports: portsFrom(0),
    probePorts: portsFrom(PROBE_OFFSET),
    /** The replicas in addition to the first one of each process. */
    replicas: readReplicas(values.replicas ?? "", gateway + 1, first + SERVICES.length),
  };
}

/** Parses `name=count,…`. Returns the replicas after the first one of each process, on the next ports. */
function readReplicas(text: string, gatewayPort: number, servicePort: number): ReplicaPlace[] {
  const places: ReplicaPlace[] = [];
  for (const part of text === "" ? [] : text.split(",")) {
    const [given = "", count = ""] = part.split("=");
    const name = PROCESSES.find((process) => process === given);
    if (name === undefined || !/^[1-9]$/.test(count))
      throw new StackError(
        `--replicas ${text} is not valid.`,
        `Use names of processes with numbers from 1 to ${MAX_REPLICAS}, for example gateway=2,entry=2.`,
      );
    for (let replica = 1; replica < Number(count); replica++) {
      const port = name === "gateway" ? gatewayPort++ : servicePort++;
      places.push({ name, port, probePort: port + PROBE_OFFSET });
    }
  }
  return places;
}

function parse(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        help: { type: "boolean", short: "h" },
        fresh: { type: "boolean" },
        port: { type: "string" },
        "service-port": { type: "string" },
        replicas: { type: "string" },
      },
    });
    return values;
  } catch (error) {
    const sentence = error instanceof Error ? error.message : String(error);
    throw new StackError(sentence, "Run `start --help` to list the options.");
  }
}

function readPort(option: string, text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port <= 65_000) return port;
  throw new StackError(`${option} ${text} is not a valid port.`, "Use a number from 1 to 65000.");
}

export function listPorts({
  ports,
  probePorts,
  replicas,
}: Omit<ReturnType<typeof readOptions>, "help" | "fresh">) {
  const owners = new Map<number, ProcessName>();
  const firsts = PROCESSES.map((name) => ({
    name,
    port: ports[name],
    probePort: probePorts[name],
  }));
  for (const { name, ...place } of [...firsts, ...replicas])
    for (const port of Object.values(place)) {
      const other = owners.get(port);
      if (other !== undefined)
        throw new StackError(
          `The ${other} and the ${name} cannot both use port ${port}.`,
          "Choose --port and --service-port further apart. The services use seven ports from --service-port and seven ports from 100 above it. Each further replica uses the next port.",
        );
      owners.set(port, name);
    }
  return owners;
}

export const USAGE = `npx -y pnpm@12.21.0 start [--fresh] [--port N] [--service-port N] [--replicas NAME=N,...]

Runs the complete product on this machine until you press Ctrl-C: Postgres, Redis if available, the seven
services and the gateway. When the product is ready, the command prints the base URL, a live API key of a demo
game, the URLs of the documentation, the dashboard and the mailbox, and example requests. The data is kept for
the next start.

Options
  --fresh             Delete the data of earlier starts first. Not with DATABASE_URL or REDIS_URL.
  --port N            The port of the gateway. Default: 8080.
  --service-port N    The first of the seven gRPC ports of the services. Default: 7101. Each process has its
                      probes on a port that is higher by 100.
  --replicas NAME=N,...
                      The number of replicas of processes, for example gateway=2,entry=2. Default: 1 of each.
                      Further replicas use the next free ports after --port and after the seven gRPC ports.
  -h, --help          Print this help and exit.

Environment
  DATABASE_URL        A Postgres server to use instead of the embedded one. Its role must be able to create
                      roles and schemas.
  REDIS_URL           A Redis server to use instead of the embedded one.
  TMS_QUEUE           Set it to "postgres" to run the queue on Postgres even if Redis is available.
  TMS_DATA_DIR        The data folder. Default: .data in the checkout.
  TMS_CACHE_DIR       The folder for downloads, which you can delete. Default: ~/.cache/tms.
  LOG_LEVEL           The level of the logs in the data folder: debug, info, warn or error. Default: warn.

Exit codes
  0                   Ctrl-C, SIGTERM or SIGHUP stopped the product, or the help was printed.
  1                   The product could not start, or a process exited too often. The last lines of the output
                      give the reason.

While the product is running, try: npx -y pnpm@12.21.0 demo, and npx -y pnpm@12.21.0 tms --help.
For details, see docs/start.md.`;
