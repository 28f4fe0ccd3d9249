import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { curlLines, quote } from "../../dashboard/src/components/shell.ts";
import { quote as quoteOfStack } from "@tms/stack/welcome";

const HOSTILE = [
  "$(echo run)",
  "`echo run`",
  "; echo run",
  "& echo run",
  "| echo run",
  "' ; echo run ; '",
  '"; echo run; "',
  "\\'; echo run",
  "a b\n*?~#!",
  "$HOME",
];

/** Runs lines in a shell whose `curl` prints its arguments. Returns them, and all else that is printed. */
const run = (lines: string): string[] =>
  execFileSync("sh", ["-c", `curl() { printf '%s\\0' "$@"; }\n${lines}`], {
    encoding: "utf8",
    env: { TMS_API_KEY: "tms_test_1" },
  })
    .split("\0")
    .slice(0, -1);

test.for(HOSTILE)("quotes %j as one word of a shell", (text) => {
  for (const quoted of [quote(text), quoteOfStack(text)])
    expect(run(`curl ${quoted}`)).toEqual([text]);
});

test.for(HOSTILE)("runs nothing of a request with %j that is copied as curl", (text) => {
  const url = `https://tms.example.com/gamer/${text}`;
  const headers = ["-H", "x-api-key: tms_test_1"];
  expect(run(curlLines("GET", url))).toEqual([url, ...headers]);
  const [method, verb, target, ...rest] = run(curlLines("POST", url, { [text]: text }));
  expect([method, verb, target]).toEqual(["-X", "POST", url]);
  expect(rest.slice(0, -1)).toEqual([...headers, "-H", "content-type: application/json", "-d"]);
  expect(JSON.parse(rest.at(-1) ?? "")).toEqual({ [text]: text });
});

test("sends one request for a path that curl would read as a range", () => {
  const url = "https://tms.example.com/gamer/a[1-1000]{b,c}";
  expect(run(curlLines("GET", url)).slice(0, 2)).toEqual(["--globoff", url]);
});
