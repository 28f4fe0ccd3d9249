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
  summary: "show what callers asked for, and how it was answered",
  about: `The newest at the bottom. The log keeps three days, comes a second late, and may have gaps where there
is more than it keeps up with; a line on standard error then says how many are missing.`,
  options: {
    follow: { about: "go on with what comes, until Ctrl-C", short: "f" },
    status: { value: "STATUS", about: "only a status or a class of them: 404, 4xx" },
    method: { value: "METHOD", about: "only these", choices: ["GET", "POST", "PATCH"] },
    path: { value: "PATH", about: "only paths that begin so" },
    problem: { value: "CODE", about: "only those refused with it: tournament_full" },
    since: { value: "TIME", about: "only later ones: a moment, or 15m ago" },
    limit: { value: "COUNT", about: `how many, ${SHOWN} unless given, at most ${MOST_SHOWN}` },
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
  leftOut > 0 && output.note(`(${leftOut} more were not recorded)`);

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
