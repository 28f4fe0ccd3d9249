import { ALL_PAGES, toAddress } from "@tms/site/map";
import { findFaults, inspect, isTooWide, withLooks } from "./look.ts";
import { expect, test } from "./test.ts";

const PAGES = withLooks([...ALL_PAGES.map(toAddress), "/problems/tournament-full"], 5);

// A busy machine takes seconds for each page.
test("shows every page of the guide to everybody", { timeout: 600_000 }, async ({ open }) => {
  const page = await open("/docs/");
  for (const { page: path, looks } of PAGES) {
    await page.goto(path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await inspect(page, `docs-${path.split("/").at(-1) || "first"}`, looks);
  }
});

test("searches the guide from the keyboard, by words and by codes", async ({ open }) => {
  const page = await open("/docs/");
  await page.keyboard.press("/");
  const dialog = page.getByRole("dialog", { name: "Search the documentation" });
  await page.keyboard.type("idempotency key");
  await dialog.getByRole("link").first().waitFor();
  expect(await findFaults(page)).toEqual([]);
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
  await dialog.getByText("No results. Try other words.").waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
});

test("copies samples, and keeps the language of samples and the theme", async ({ open }) => {
  const page = await open("/docs/tournaments");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByText("TypeScript", { exact: true }).first().click();
  const shown = page.locator(".tabs figure:visible");
  expect(await shown.first().innerText()).toContain("process.env");
  await shown.first().getByRole("button", { name: "Copy" }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  expect(await page.evaluate("navigator.clipboard.readText()")).toMatch(/^import .*createTms/);
  await page.goto("/docs/money");
  expect(await shown.first().innerText()).toContain("process.env");

  await page.getByRole("button", { name: "Use dark theme" }).click();
  await page.goto("/docs/money");
  await page.getByRole("button", { name: "Use light theme" }).waitFor();
  expect(await page.evaluate("getComputedStyle(document.body).backgroundColor")).toBe(
    "rgb(18, 21, 27)",
  );
});

test("says if a sample cannot be copied", async ({ open }) => {
  const page = await open("/docs/money");
  // A page on plain http has no clipboard.
  await page.evaluate("delete Navigator.prototype.clipboard");
  await page.getByRole("button", { name: "Copy" }).first().click();
  await page.getByRole("button", { name: "Copy failed" }).waitFor();
});

test("can be read without scripts", async ({ open }) => {
  const page = await open("/docs/", { hasScripts: false });
  // The pages omit what needs scripts.
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
});

test("shows only this product in the API reference, in the guide's theme", async ({ open }) => {
  const page = await open("/docs/", { width: 1_440 });
  await page.getByRole("button", { name: "Use dark theme" }).click();
  await page.getByRole("link", { name: "API reference" }).first().click();
  await page.locator("body.dark-mode").waitFor();
  await page.getByText("Download OpenAPI Document").first().waitFor();
  const labels = await page.locator("button, a").allInnerTexts();
  for (const summary of ["Create a tournament", "lifecycle", "wallets"])
    expect(labels).toContainEqual(expect.stringContaining(summary));
  for (const label of labels)
    expect(label).not.toMatch(
      /\b(AI|MCP|Share|Deploy|Developer Tools|Configure|VS Code|Cursor|Open API Client)\b/i,
    );
  expect(await isTooWide(page)).toBe(false);
  await page.getByRole("link", { name: "Guide", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Documentation" }).waitFor();
});

test("calls the host of the page from the API reference", async ({ open }) => {
  const page = await open("/docs/");
  // The public URL has another host.
  const url = new URL("/docs/api/", page.url().replace("127.0.0.1", "localhost"));
  await page.goto(url.href);
  await page
    .locator("pre")
    .filter({ hasText: `curl ${url.origin}/` })
    .first()
    .waitFor();
});
