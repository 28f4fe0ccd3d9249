import type { Tms } from "../../tms.ts";
import type { LoggedRequest } from "../../types.ts";
import type { Call, Command } from "../framework/command.ts";
import type { Output } from "../framework/output.ts";
import { numberOf, pastMomentOf } from "../framework/times.ts";

const [SHOWN, SHOWN_FIRST, MOST_SHOWN] = [50, 10, 1_000];
const LOOKS_EVERY_MS = 1_000;
// Records come up to a second late, and those of several replicas not in order.
const LATE_MS = 5_000;
const MOST_REMEMBERED = 10_000;

export const logs: Command = {
  name: "logs",
  summary: "show API requests and their responses",
  about: `The newest request comes last. The log keeps requests for three days, and shows them after about a second.
Under high load, the log can omit requests. A line on standard error then gives the number of omitted requests.`,
  options: {
    follow: { about: "show new requests until you press Ctrl-C", short: "f" },
    status: { value: "STATUS", about: "only requests with this status or status class: 404, 4xx" },
    method: {
      value: "METHOD",
      about: "only requests with this method",
      choices: ["GET", "POST", "PATCH"],
    },
    path: { value: "PATH", about: "only requests whose path starts with this text" },
    problem: {
      value: "CODE",
      about: "only requests that failed with this problem code: tournament_full",
    },
    since: {
      value: "TIME",
      about: "only requests since this time: a time, or 15m for 15 minutes ago",
    },
    limit: {
      value: "COUNT",
      about: `how many requests to show (default ${SHOWN}, ${SHOWN_FIRST} with --follow, at most ${MOST_SHOWN})`,
    },
  },
  examples: [
    "tms logs --follow",
    "tms logs --status 4xx --since 15m",
    "tms logs -f --json | jq .path",
  ],
  run: runLogs,
};

type Query = Parameters<Tms["requests"]["list"]>[0];

async function runLogs(call: Call): Promise<void> {
  const since = call.option("since");
  const query: Query = {
    ...given(call, "status"),
    ...given(call, "method"),
    ...given(call, "path"),
    ...given(call, "problem"),
    ...(since !== undefined && { from: pastMomentOf(since, "--since") }),
  };
  const isFollowed = call.flag("follow");
  const most =
    numberOf(call.option("limit"), "--limit", MOST_SHOWN) ?? (isFollowed ? SHOWN_FIRST : SHOWN);
  const { tms } = await call.connect();
  const { requests, leftOut } = await read(tms, query, most);
  noteGap(call.output, leftOut);
  for (const request of requests) show(call.output, request);
  if (isFollowed) await follow(tms, query, requests, call.output);
}

const given = (call: Call, name: string) => {
  const value = call.option(name);
  return value === undefined ? {} : { [name]: value };
};

/** The newest requests, the oldest of them first, and how many beside them were not recorded. */
async function read(tms: Tms, query: Query, most: number) {
  const found: LoggedRequest[] = [];
  const list = tms.requests.list({ ...query, limit: Math.min(100, Math.max(1, most)) });
  let [cursor, leftOut]: [string | null, number] = [null, 0];
  do {
    const page = await list.page(cursor === null ? {} : { cursor });
    found.push(...page.requests);
    leftOut += page.leftOut;
    cursor = page.nextCursor;
  } while (cursor !== null && found.length < most);
  return { requests: found.slice(0, most).toReversed(), leftOut };
}

async function follow(
  tms: Tms,
  query: Query,
  first: readonly LoggedRequest[],
  output: Output,
): Promise<never> {
  const seen = new Set(first.map(nameOf));
  let newest = Date.parse(first.at(-1)?.at ?? new Date().toISOString());
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, LOOKS_EVERY_MS));
    const from = new Date(newest - LATE_MS).toISOString();
    const { requests, leftOut } = await read(tms, { ...query, from }, MOST_SHOWN);
    const fresh = requests.filter((request) => !seen.has(nameOf(request)));
    if (fresh.length > 0) noteGap(output, leftOut);
    for (const request of fresh) {
      seen.add(nameOf(request));
      newest = Math.max(newest, Date.parse(request.at));
      show(output, request);
    }
    // The oldest stand first: what is that old does not come again.
    for (const name of seen) if (seen.size > MOST_REMEMBERED) seen.delete(name);
  }
}

// A caller may give several requests one id.
const nameOf = ({ at, requestId }: LoggedRequest) => `${at} ${requestId}`;

const noteGap = (output: Output, leftOut: number) =>
  leftOut > 0 &&
  output.note(`The log omitted ${leftOut} ${leftOut === 1 ? "request" : "requests"}.`);

function show(output: Output, request: LoggedRequest): void {
  const { at, method, path, status, durationMs, code, requestId } = request;
  const line = [
    at,
    method.padEnd(5),
    status,
    `${durationMs} ms`.padStart(9),
    path,
    code,
    requestId,
  ];
  output.print(request, line.filter((cell) => cell !== null).join("  "));
}
