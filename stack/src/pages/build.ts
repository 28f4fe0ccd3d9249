import { buildOnce, type Pages } from "./build-once.ts";

const DASHBOARD: Pages = { folder: "dashboard", sources: [] };
// Some pages are generated from the gateway's description of its API and from the commands of the SDK.
const SITE: Pages = { folder: "site", sources: ["docs/guide", "gateway/src", "sdk"] };

/** Builds the dashboard and the documentation if their sources have changed. */
export async function buildPages(signal?: AbortSignal): Promise<void> {
  // Each is built even if the other fails.
  const builds = await Promise.allSettled([buildOnce(DASHBOARD, signal), buildOnce(SITE, signal)]);
  for (const build of builds) if (build.status === "rejected") throw build.reason;
}
