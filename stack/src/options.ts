import { parseArgs } from "node:util";
import { StackError } from "./stack-error.ts";
import type { ProcessName } from "./system/system.ts";

/** The command line of `start`. */
export interface StartOptions {
  /** Tell how to use it, and start nothing. */
  help: boolean;
  /** Begin with empty data. */
  fresh: boolean;
  ports: Record<ProcessName, number>;
  probePorts: Record<ProcessName, number>;
}

const GATEWAY_PORT = 8080;
// The first of the seven services' ports.
const SERVICE_PORT = 7101;
const PROBE_OFFSET = 100;

/** Reads the command line; throws StackError on what it does not understand. */
export function readOptions(args: readonly string[]): StartOptions {
  const values = parse(args);
  const gateway = portOf("--port", values.port, GATEWAY_PORT);
  const first = portOf("--service-port", values["service-port"], SERVICE_PORT);
  return {
    help: values.help ?? false,
    fresh: values.fresh ?? false,
    ports: { gateway, ...consecutive(first) },
    probePorts: { gateway: gateway + PROBE_OFFSET, ...consecutive(first + PROBE_OFFSET) },
  };
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
      },
    });
    return values;
  } catch (error) {
    const sentence = error instanceof Error ? error.message : String(error);
    throw new StackError(sentence, "Run `start --help` to list the options.");
  }
}

function portOf(option: string, text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback;
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port <= 65_000) return port;
  throw new StackError(`${option} ${text} is not a valid port.`, "Use a number from 1 to 65000.");
}

const consecutive = (first: number) => ({
  game: first,
  tournament: first + 1,
  entry: first + 2,
  wallet: first + 3,
  settlement: first + 4,
  identity: first + 5,
  events: first + 6,
});
