import { AsyncLocalStorage } from "node:async_hooks";
import { tracingChannel } from "node:diagnostics_channel";
import pg from "pg";
import { CHANNELS, type CallTrace, type FaultPointTrace } from "@tms/kit/process/fault-points";
import { createWatch, FOLDER_VARIABLE } from "./fault.ts";

// NODE_OPTIONS loads this into every process before its main.ts. The processes do not know of faults.

// The name of a folder of sources, or of the file built from them.
const [, processName = "?"] = /(\w+)(?:\/src\/main\.ts|\.js)$/.exec(process.argv[1] ?? "") ?? [];
const watch = createWatch(process.env[FOLDER_VARIABLE] ?? "", processName);

interface Outcome {
  result?: unknown;
  error?: unknown;
}

/** Follows a channel. `nameOf` returns undefined for a message that is no point. */
function follow<T extends object>(channel: string, nameOf: (trace: T) => string | undefined): void {
  const events = tracingChannel<T>(channel);
  events.start.subscribe((message) => {
    const point = nameOf(message as T);
    if (point !== undefined) watch.at(point, "before");
  });
  events.asyncEnd.subscribe((message) => {
    const point = nameOf(message as T);
    const { result, error } = message as Outcome;
    if (point === undefined || error !== undefined || changedNothing(result)) return;
    watch.passed(point);
    watch.at(point, "after");
  });
}

follow<FaultPointTrace>(CHANNELS.faultPoint, ({ faultPoint }) => faultPoint);
follow<CallTrace>(CHANNELS.call, ({ rpc }) => {
  const [, service, method = ""] = /\.(\w+)Service\/(\w+)$/.exec(rpc) ?? [];
  return READS.test(method) ? undefined : `call ${service?.toLowerCase()}.${method}`;
});

const READS = /^(Batch)?(Get|List|Read|Check|Preview|Authenticate|Await|Watch)/;

/** A loop that finds nothing to do changes nothing, so it is no point. */
const changedNothing = (result: unknown): boolean =>
  Array.isArray(result)
    ? result.length === 0
    : typeof result === "object" &&
      result !== null &&
      "rowCount" in result &&
      result.rowCount === 0;

// Writes without a name are listed too, and fail the suite.
const inStep = new AsyncLocalStorage<object>();
tracingChannel(CHANNELS.faultPoint).start.bindStore(inStep);
const WRITES = /^\s*(COMMIT|(WITH\b[^]*)?(INSERT INTO|UPDATE "?\w+"? SET|DELETE FROM))\b/i;

function listUnnamed(prototype: { query: (...args: never[]) => unknown }, writes: RegExp): void {
  const { query } = prototype;
  prototype.query = function (...args) {
    const [first] = args as unknown[];
    const text = typeof first === "string" ? first : String(Object(first).text);
    if (writes.test(text) && inStep.getStore() === undefined)
      watch.passed(`unnamed: ${text.trim().split("\n")[0]}`);
    return query.apply(this, args);
  };
}
listUnnamed(pg.Pool.prototype, WRITES);
listUnnamed(pg.Client.prototype, /^COMMIT$/);
