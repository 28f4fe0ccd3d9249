import { buildOnce, type Built } from "./build-once.ts";

const DASHBOARD: Built = { folder: "dashboard", sources: [] };
// Collections and the pages of problems and events are made of what the gateway says about itself, the
// page of the command line of its commands.
const SITE: Built = { folder: "site", sources: ["docs/guide", "gateway/src", "sdk"] };

/** Builds the dashboard and the documentation site, each if its sources have changed. */
export async function buildPages(signal?: AbortSignal): Promise<void> {
  // One that cannot be built does not keep the other from being built.
  const done = await Promise.allSettled([buildOnce(DASHBOARD, signal), buildOnce(SITE, signal)]);
  for (const outcome of done) if (outcome.status === "rejected") throw outcome.reason;
}
