import { VERSION } from "../client/options.ts";

/** The global `fetch` that says which program asks: people see it in the list of their sessions. */
export const agentFetch: typeof fetch = (input, init) => {
  const headers = new Headers(init?.headers);
  headers.set("user-agent", `tms/${VERSION} (${process.platform})`);
  return fetch(input, { ...init, headers });
};
