import { chromium, type Browser } from "playwright-core";
import { CHROMIUM_FLAGS, findChromium, mayFindChromium } from "./chromium.ts";

/** Whether this machine has, or can have, a browser; suites that need one are skipped otherwise. */
export const hasChromium = mayFindChromium();
if (!hasChromium)
  console.log("SKIPPED: Chromium was not found. Set CHROMIUM to the path of Chromium.");

const STARTS_WITHIN_MS = 60_000;

/** Starts a browser. */
export async function startBrowser(): Promise<Browser> {
  const { file, environment } = await findChromium();
  return await chromium.launch({
    executablePath: file,
    args: [...CHROMIUM_FLAGS],
    timeout: STARTS_WITHIN_MS,
    env: { ...process.env, ...environment },
  });
}
