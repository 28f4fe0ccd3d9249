import { expect, test } from "vitest";
import { agentName } from "./agent-name.ts";

const CHROME = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36";

test.for([
  [`Mozilla/5.0 (X11; Linux x86_64) ${CHROME}`, "Chrome on Linux"],
  [`Mozilla/5.0 (Linux; Android 16) ${CHROME}`, "Chrome on Android"],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Edg/153.0`, "Edge on Windows"],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 15.7; rv:151.0) Gecko Firefox/151.0",
    "Firefox on macOS",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1",
    "Safari on iOS",
  ],
  ["node", "Unknown client"],
] as const)("names the browser of %s", ([agent, name]) => {
  expect(agentName(agent)).toBe(name);
});
