import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContext, ConsoleMessage, Page } from "playwright-core";
import { inject, onTestFailed } from "vitest";
import { newId } from "@tms/kit/values/ids";
import { fromElsewhere } from "../../harness/people.ts";

/** Somebody with a browser of their own: its cookies and its address are nobody else's. */
export interface Visitor {
  page: Page;
  context: BrowserContext;
  /** Whatever a page complained of: errors, failed requests, violations of the content policy. */
  faults: string[];
}

/** How somebody looks at the dashboard. */
export interface Look {
  theme?: "light" | "dark";
  width?: number;
  height?: number;
  /** Who they are, from another window; its cache is not taken over. */
  storageState?: Awaited<ReturnType<BrowserContext["storageState"]>>;
  /** Where the dashboard is, if not at the shared system. */
  baseUrl?: string;
}

const HEIGHT = 900;
const DESKTOP = 1_280;
const APPEARS_WITHIN_MS = 60_000;

// Runs in the page.
const TELL_VIOLATIONS = `addEventListener("securitypolicyviolation", (violation) =>
  console.error("content policy:", violation.violatedDirective, violation.blockedURI));`;

/** Opens a browser window of somebody's own; it shows nothing yet. */
export async function visitor(
  browser: Browser,
  look: Look = {},
  whenFailed: (handler: () => Promise<void>) => void = onTestFailed,
): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: look.baseUrl ?? inject("baseUrl"),
    // Under a plain C locale the browser names one that JavaScript does not know.
    locale: "en-US",
    timezoneId: "UTC",
    colorScheme: look.theme ?? "light",
    reducedMotion: "reduce",
    viewport: { width: look.width ?? DESKTOP, height: look.height ?? HEIGHT },
    extraHTTPHeaders: fromElsewhere(),
    ...(look.storageState && { storageState: look.storageState }),
  });
  context.setDefaultTimeout(APPEARS_WITHIN_MS);
  const faults: string[] = [];
  await context.addInitScript({ content: TELL_VIOLATIONS });
  context.on("console", (message) => {
    if (message.type() === "error" && !isExpected(message))
      faults.push(`${message.page()?.url()}: ${message.text()} ${message.location().url}`);
  });
  context.on("weberror", (error) =>
    faults.push(`${error.page()?.url()}: ${String(error.error())}`),
  );
  const page = await context.newPage();
  whenFailed(async () => {
    const file = join(tmpdir(), `failed-${newId()}.png`);
    await page.screenshot({ path: file });
    console.log(`${page.url()} looked like ${file}; it complained of ${JSON.stringify(faults)}`);
  });
  return { context, faults, page };
}

// The browser notes every answer of these kinds. By the first a page learns that nobody is signed in,
// by the second that a gamer's handle is free, by the third that there is nobody to look for.
const EXPECTED = [
  { status: "401", path: /\/auth\/refresh$/ },
  { status: "404", path: /\/gamer\/[^/]+$/ },
  { status: "404", path: /\/leaderboard\?around=zed&/ },
];

const isExpected = (message: ConsoleMessage): boolean =>
  EXPECTED.some(
    ({ status, path }) => message.text().includes(status) && path.test(message.location().url),
  );
