import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { hasChromium, startBrowser } from "../harness/browser.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser?.close());

test.skipIf(!hasChromium)(
  "the API reference shows this product's interface and nothing besides",
  async () => {
    const page = await browser.newPage();
    await page.goto(`${inject("baseUrl")}/docs/`);
    await page.getByText("Download OpenAPI Document").first().waitFor();
    const labels = await page.locator("button, a").allInnerTexts();
    for (const summary of ["Create a tournament", "lifecycle", "wallets"])
      expect(labels).toContainEqual(expect.stringContaining(summary));
    for (const label of labels)
      expect(label).not.toMatch(
        /\b(AI|MCP|Share|Deploy|Developer Tools|Configure|VS Code|Cursor|Open API Client)\b/i,
      );
  },
);
