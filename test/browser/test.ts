import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContext, ConsoleMessage, Page } from "playwright-core";
import { newId } from "@tms/kit/values/ids";
import type { Role } from "@tms/proto/tms/game/v1/member";
import { inject, test as base } from "vitest";
import { startBrowser } from "../harness/browser.ts";
import { fromElsewhere, joinTeam, signIn } from "../harness/people.ts";
import { createGame, fillGame, newCaller, withKey, type Caller } from "./games.ts";

export { describe, expect, inject } from "vitest";

/** How a person looks at a page. */
export interface Look {
  theme?: "light" | "dark";
  width?: number;
  height?: number;
  /** The person who is signed in. */
  as?: Caller;
  /** The window of another page, with its session and its cache. */
  context?: BrowserContext;
  hasScripts?: false;
  locale?: string;
  timezone?: string;
  /** The address of the gateway, if it is not the usual one. */
  baseUrl?: string;
  /** Faults that the test causes. */
  expects?: RegExp;
}

/** Opens a page in a window of its own, which has cookies and an address of its own. */
export type Open = (path: string, look?: Look) => Promise<Page>;

const APPEARS_WITHIN_MS = 60_000;

/**
 * A test in a browser.
 *
 * - `browser`: one per worker.
 * - `open`: opens pages. They close after the test, and must have been free of errors.
 * - `owner`: a person who is signed in, for all tests of a worker.
 * - `game`: a game of the test's own that belongs to `owner`.
 * - `filled`: a game with something of everything, for all tests of a worker. Tests only read it.
 */
export const test = base
  .extend("browser", { scope: "worker" }, async ({}, { onCleanup }) => {
    const browser = await startBrowser();
    onCleanup(() => browser.close());
    return browser;
  })
  .extend("open", async ({ browser, task }, { onCleanup }) => {
    const windows = createWindows(browser);
    onCleanup(async () => {
      if (task.result?.state === "fail") await windows.print();
      await windows.close();
      if (windows.faults.length > 0) throw new Error(windows.faults.join("\n"));
    });
    return windows.open;
  })
  .extend("owner", { scope: "worker" }, async ({ browser }) => await newWindow(browser))
  .extend("game", async ({ owner, open }) => {
    const game = await createGame(owner.caller, "Star Racer");
    const api = await withKey(owner.caller, game.environments.test.id);
    return { ...game, api, ask: owner.caller.ask, open: openerOf(open, game.id, owner.context) };
  })
  .extend("filled", { scope: "worker" }, async ({ browser }) => {
    const window = await newWindow(browser);
    return { ...window, ids: await fillGame(window.caller) };
  })
  .extend("openFilled", async ({ filled, open }) =>
    openerOf(open, filled.ids.game, filled.context),
  );

/** Returns an opener of pages in the test environment of a game. Its window is `context`. */
function openerOf(open: Open, game: string, context: BrowserContext): Open {
  return (path, look = {}) =>
    open(`/dashboard/g/${game}/test/${path}`, look.as ? look : { context, ...look });
}

/** Creates a person, and a window in which that person is signed in. */
async function newWindow(browser: Browser) {
  const caller = await newCaller({ name: "Ada Lovelace" });
  return { caller, context: await newContext(browser, { as: caller }) };
}

/** Makes a new person a member of the game of an environment. */
export async function newMember(environment: string, name: string, role: Role): Promise<Caller> {
  const caller = await newCaller({ name });
  await joinTeam(services(), environment, { userId: caller.person.id, role });
  return caller;
}

/** The services behind the gateway. */
export const services = () => ({ urls: inject("urls"), token: inject("tokens").test });

// Runs in the page.
const REPORT_VIOLATIONS = `addEventListener("securitypolicyviolation", (violation) =>
  console.error("content policy:", violation.violatedDirective, violation.blockedURI));`;

async function newContext(browser: Browser, look: Look): Promise<BrowserContext> {
  const { theme = "light", width = 1_280, height = 900, as, hasScripts = true } = look;
  const { baseUrl = inject("baseUrl"), timezone = "UTC" } = look;
  // Under a plain C locale the browser names one that JavaScript does not know.
  const { locale = "en-US" } = look;
  const context = await browser.newContext({
    baseURL: baseUrl,
    locale,
    timezoneId: timezone,
    colorScheme: theme,
    reducedMotion: "reduce",
    viewport: { width, height },
    javaScriptEnabled: hasScripts,
    extraHTTPHeaders: fromElsewhere(),
    ...(as && { storageState: await newSession(baseUrl, as) }),
  });
  context.setDefaultTimeout(APPEARS_WITHIN_MS);
  await context.addInitScript({ content: REPORT_VIOLATIONS });
  return context;
}

/** Signs a person in without the form. Returns the cookies and the storage that the form would set. */
export async function newSession(baseUrl: string, { person }: Caller) {
  const { refreshToken } = await signIn(baseUrl, person);
  const cookie = {
    name: "__Host-tms_session",
    value: refreshToken,
    domain: new URL(baseUrl).hostname,
    path: "/",
    expires: -1,
    httpOnly: true,
    secure: true,
    sameSite: "Strict" as const,
  };
  const localStorage = [{ name: "tms-session", value: "yes" }];
  return { cookies: [cookie], origins: [{ origin: baseUrl, localStorage }] };
}

/** Creates an opener of pages, which collects what the pages complain of. */
export function createWindows(browser: Browser) {
  const contexts: BrowserContext[] = [];
  const pages: Page[] = [];
  const faults: string[] = [];

  function watch(page: Page, expected?: RegExp): void {
    pages.push(page);
    const report = (fault: string) => !expected?.test(fault) && faults.push(fault);
    page.on("console", (message) => {
      if (message.type() === "error" && !isExpected(message))
        report(`${page.url()}: ${message.text()} ${message.location().url}`);
    });
    page.on("pageerror", (error) => report(`${page.url()}: ${String(error)}`));
    page.on("popup", (popup) => watch(popup, expected));
  }

  const open: Open = async (path, look = {}) => {
    const context = look.context ?? (await newContext(browser, look));
    if (look.context === undefined) contexts.push(context);
    const page = await context.newPage();
    watch(page, look.expects);
    await page.goto(path);
    return page;
  };
  return {
    open,
    faults,
    /** Keeps a picture of each page, and prints where it is. */
    async print() {
      for (const page of pages.filter((one) => !one.isClosed())) {
        const file = join(tmpdir(), `failed-${newId()}.png`);
        await page.screenshot({ path: file });
        console.log(`${page.url()} looked like ${file}`);
      }
      console.log(`The pages complained of ${JSON.stringify(faults)}`);
    },
    async close() {
      await Promise.all(pages.map((page) => page.close()));
      await Promise.all(contexts.map((context) => context.close()));
    },
  };
}

// The browser reports every answer of these kinds. By the first a page learns that nobody is signed
// in, by the second that a gamer's handle is free, by the third that a gamer is not on the leaderboard.
const EXPECTED = [
  { status: "401", path: /\/auth\/refresh$/ },
  { status: "404", path: /\/gamer\/[^/]+$/ },
  { status: "404", path: /\/leaderboard\?around=zed&/ },
];

const isExpected = (message: ConsoleMessage): boolean =>
  EXPECTED.some(
    ({ status, path }) => message.text().includes(status) && path.test(message.location().url),
  );
