import type { Tms } from "../../tms.ts";
import type { LoggedRequest } from "../../types.ts";
import { defineCommand } from "../command.ts";
import * as option from "../options.ts";
import type { Output } from "../output.ts";
import { definedValues, pageSize, readPastMoment } from "../values.ts";

export const logs = defineCommand({
  name: "logs",
  summary: "show API requests and their responses",
  about: `The newest request comes last. The log keeps requests for three days, and shows them after about a second.
Under high load, the log can omit requests. A line on standard error then gives the number of omitted requests.`,
  options: {
    follow: option.flag("show new requests until you press Ctrl-C", "f"),
    status: option.text("STATUS", "only requests with this status or status class: 404, 4xx"),
    method: option.choice("METHOD", "only requests with this method", ["GET", "POST", "PATCH"]),
    path: option.text("PATH", "only requests whose path starts with this text"),
    problem: option.text(
      "CODE",
      "only requests that failed with this problem code: tournament_full",
    ),
    since: option.of(
      "TIME",
      "only requests since this time: a time, or 15m for 15 minutes ago",
      readPastMoment,
    ),
    limit: option.logLimit("requests"),
  },
  examples: [
    "tms logs --follow",
    "tms logs --status 4xx --since 15m",
    "tms logs -f --json | jq .path",
  ],
  async run({ options: { follow, since, limit, ...filter }, connect, output }) {
    // The service refuses unknown problem codes.
    const query: Query = definedValues({ ...filter, from: since }) as Query;
    const { tms } = await connect();
    const max = option.logCount(limit, follow);
    const { requests, omitted } = await readNewest(tms, query, max);
    noteOmitted(output, omitted);
    for (const request of requests) showRequest(output, request);
    if (follow) await followLog(tms, query, requests, output);
  },
});

type Query = NonNullable<Parameters<Tms["requests"]["list"]>[0]>;

/** Returns the newest requests, oldest first, and the number of requests that the log omitted. */
async function readNewest(tms: Tms, query: Query, max: number) {
  const found: LoggedRequest[] = [];
  const list = tms.requests.list({ ...query, limit: pageSize(max) });
  let [cursor, omitted]: [string | null, number] = [null, 0];
  do {
    const page = await list.page(cursor === null ? {} : { cursor });
    found.push(...page.requests);
    omitted += page.leftOut;
    cursor = page.nextCursor;
  } while (cursor !== null && found.length < max);
  return { requests: found.slice(0, max).toReversed(), omitted };
}

const CHECK_EVERY_MS = 1_000;
// The log stores requests about a second late. Requests to several replicas can be stored out of order.
const LATE_MS = 5_000;
const MAX_REMEMBERED = 10_000;

async function followLog(
  tms: Tms,
  query: Query,
  first: readonly LoggedRequest[],
  output: Output,
): Promise<never> {
  const seen = new Set(first.map(toKey));
  let newest = Date.parse(first.at(-1)?.at ?? new Date().toISOString());
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, CHECK_EVERY_MS));
    const from = new Date(newest - LATE_MS).toISOString();
    const { requests, omitted } = await readNewest(tms, { ...query, from }, option.MAX_LIMIT);
    const unseen = requests.filter((request) => !seen.has(toKey(request)));
    if (unseen.length > 0) noteOmitted(output, omitted);
    for (const request of unseen) {
      seen.add(toKey(request));
      newest = Math.max(newest, Date.parse(request.at));
      showRequest(output, request);
    }
    // The set is in order of arrival, so this forgets the oldest requests.
    for (const key of seen) if (seen.size > MAX_REMEMBERED) seen.delete(key);
  }
}

// A caller can use the same id for several requests.
const toKey = ({ at, requestId }: LoggedRequest) => `${at} ${requestId}`;

function noteOmitted(output: Output, omitted: number): void {
  if (omitted > 0)
    output.note(`The log omitted ${omitted} ${omitted === 1 ? "request" : "requests"}.`);
}

function showRequest(output: Output, request: LoggedRequest): void {
  const { at, method, path, status, durationMs, code, requestId } = request;
  const duration = `${durationMs} ms`.padStart(9);
  const cells = [at, method.padEnd(5), status, duration, path, code, requestId];
  output.print(request, cells.filter((cell) => cell !== null).join("  "));
}
