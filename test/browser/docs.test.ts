import { ALL_PAGES, FIRST } from "@tms/site/map";
import { newId } from "@tms/kit/values/ids";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { hasChromium, startBrowser } from "../harness/browser.ts";
import { signIn } from "./walk/account.ts";
import { newCaller } from "./walk/filled-game.ts";
import { isTooWide, picture, seriousFindings } from "./walk/look.ts";
import { visitor } from "./walk/visitor.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser?.close());

const GUIDE = ALL_PAGES.map((name) => (name === FIRST ? "/docs/" : `/docs/${name}`));
const PAGES = [...GUIDE, "/problems/tournament-full"];

// Colours do not depend on the width, nor widths on the colours.
const LOOKS = [
  { theme: "light", width: 1_440, rules: "all" },
  { theme: "dark", width: 360, rules: "colours" },
] as const;

describe.skipIf(!hasChromium)("the documentation", () => {
  test.concurrent.for(LOOKS)(
    "in the $theme theme, $width wide, is free of errors and can be read by everybody",
    { timeout: 240_000 },
    async (look, { expect: expectHere, onTestFailed }) => {
      const { page, context, faults } = await visitor(browser, look, onTestFailed);
      const found: string[] = [];
      for (const path of PAGES) {
        await page.goto(path);
        await page.getByRole("heading", { level: 1 }).waitFor();
        found.push(...(await seriousFindings(page, look.rules)));
        if (await isTooWide(page)) found.push(`${path} is wider than its window`);
        const name = path.split("/").at(-1) || "first";
        await picture(page, `docs-${name}`, `${look.theme}-${look.width}`);
      }
      expectHere(found).toEqual([]);
      expectHere(faults).toEqual([]);
      await context.close();
    },
  );

  test("is searched from the keyboard, by words and by codes", async () => {
    const { page, context, faults } = await visitor(browser);
    await page.goto("/docs/");
    await page.keyboard.press("/");
    const dialog = page.getByRole("dialog", { name: "Search the documentation" });
    await page.keyboard.type("idempotency key");
    await dialog.getByRole("link").first().waitFor();
    expect(await seriousFindings(page, "all")).toEqual([]);
    await picture(page, "docs-search", "light");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/docs\/idempotency/);

    await page.keyboard.press("/");
    await page.keyboard.type("tournament_full");
    await dialog.getByText("tournament_full").first().waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/problems/tournament-full");

    await page.keyboard.press("/");
    await page.keyboard.type("zzzz");
    await dialog.getByText("Nothing found.").waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    expect(faults).toEqual([]);
    await context.close();
  });

  test("copies samples, keeps a language and a theme", async () => {
    const { page, context, faults } = await visitor(browser);
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto("/docs/tournaments");
    await page.getByText("TypeScript", { exact: true }).first().click();
    const shown = page.locator(".panes figure:visible");
    expect(await shown.first().innerText()).toContain("process.env");
    await shown.first().getByRole("button", { name: "Copy" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toMatch(/^import .*createTms/);
    // Who reads one sample in TypeScript reads the others in it, too.
    await page.goto("/docs/money");
    expect(await shown.first().innerText()).toContain("process.env");

    await page.getByRole("button", { name: "Use the dark theme" }).click();
    await page.goto("/docs/money");
    await page.getByRole("button", { name: "Use the light theme" }).waitFor();
    expect(await page.evaluate("getComputedStyle(document.body).backgroundColor")).toBe(
      "rgb(18, 21, 27)",
    );
    expect(faults).toEqual([]);
    await context.close();
  });

  test("is where the dashboard leads", async () => {
    const who = { name: "Ada Lovelace", email: `ada.${newId().slice(-4)}@example.com` };
    await newCaller(who);
    const { page, context, faults } = await visitor(browser);
    await page.goto("/dashboard/sign-in");
    await signIn(page, who.email);
    await page.getByRole("heading", { name: "Games", level: 1 }).waitFor();
    await page.getByRole("button", { name: "Account" }).click();
    const [guide] = await Promise.all([
      context.waitForEvent("page"),
      page.getByRole("menuitem", { name: "Documentation" }).click(),
    ]);
    await guide.getByRole("heading", { level: 1, name: "Documentation" }).waitFor();
    expect(new URL(guide.url()).pathname).toBe("/docs/");
    expect(faults).toEqual([]);
    await context.close();
  });

  test("is read without scripts", async () => {
    const context = await browser.newContext({
      baseURL: inject("baseUrl"),
      javaScriptEnabled: false,
    });
    const page = await context.newPage();
    await page.goto("/docs/");
    // What would need them is not there.
    expect(await page.getByRole("button").count()).toBe(0);
    const pages = page.getByRole("navigation", { name: "Pages" });
    await pages.getByRole("link", { name: "Quickstart" }).click();
    await page.getByRole("heading", { level: 1, name: "Quickstart" }).waitFor();
    const contents = page.getByRole("navigation", { name: "On this page" });
    await contents.getByText("2. Create a tournament").click();
    expect(page.url()).toMatch(/#2-create-a-tournament$/);
    await page.getByRole("link", { name: /^Next/ }).click();
    await page.getByRole("heading", { level: 1, name: "Concepts" }).waitFor();

    await pages.getByRole("link", { name: "Tournaments", exact: true }).click();
    const pane = page.locator(".tabs").first().locator("pre");
    expect(await pane.nth(0).isVisible()).toBe(true);
    await page.getByText("TypeScript", { exact: true }).first().click();
    expect([await pane.nth(0).isVisible(), await pane.nth(1).isVisible()]).toEqual([false, true]);
    await context.close();
  });
});

describe.skipIf(!hasChromium)("the API reference", () => {
  test.for(["light", "dark"] as const)(
    "in the %s theme shows this product's interface and nothing besides",
    async (theme) => {
      const { page, context, faults } = await visitor(browser, { theme, width: 1_440 });
      await page.goto("/docs/api/");
      await page.getByText("Download OpenAPI Document").first().waitFor();
      const labels = await page.locator("button, a").allInnerTexts();
      for (const summary of ["Create a tournament", "lifecycle", "wallets"])
        expect(labels).toContainEqual(expect.stringContaining(summary));
      for (const label of labels)
        expect(label).not.toMatch(
          /\b(AI|MCP|Share|Deploy|Developer Tools|Configure|VS Code|Cursor|Open API Client)\b/i,
        );
      expect(await isTooWide(page)).toBe(false);
      await picture(page, "docs-reference", theme);
      expect(faults).toEqual([]);
      await context.close();
    },
  );

  test("is in the theme that was chosen in the guide, and leads back there", async () => {
    const { page, context } = await visitor(browser);
    await page.goto("/docs/");
    await page.getByRole("button", { name: "Use the dark theme" }).click();
    await page.getByRole("link", { name: "API reference" }).first().click();
    await page.locator("body.dark-mode").waitFor();
    await page.getByRole("link", { name: "Guide", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Documentation" }).waitFor();
    await context.close();
  });
});
