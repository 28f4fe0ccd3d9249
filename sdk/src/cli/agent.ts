import { readFileSync } from "node:fs";

/** The version of the package. */
export const VERSION = (
  JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
    version: string;
  }
).version;

/** The global `fetch` that says which program asks: people see it in the list of their sessions. */
export const agentFetch: typeof fetch = (input, init) => {
  const headers = new Headers(init?.headers);
  headers.set("user-agent", `tms/${VERSION} (${process.platform})`);
  return fetch(input, { ...init, headers });
};
