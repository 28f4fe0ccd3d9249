import { afterAll, beforeAll, expect, test } from "vitest";
import { findChromium, render } from "../support/chromium.ts";
import { expectProblem } from "../support/expect-problem.ts";
import { startGateway, type TestGateway } from "../support/gateway.ts";

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

test("a browser that opens the base URL is led to the reference", async () => {
  const headers = { accept: BROWSER };
  const answer = await fetch(gateway.url, { headers, redirect: "manual" });
  expect([answer.status, answer.headers.get("location")]).toEqual([302, "/docs/"]);
  expect(answer.headers.get("vary")).toBe("accept");
  expect((await fetch(gateway.url, { headers })).headers.get("content-type")).toContain("html");
});

test.each(["*/*", "application/json"])(
  "a client that accepts %s finds nothing there",
  async (accept) => {
    expectProblem(await gateway.raw("GET", "/", undefined, { accept }), [404, "route_not_found"]);
  },
);

test("the reference is told to leave out what its maker adds", async () => {
  const { text, headers } = await gateway.raw("GET", "/docs/");
  const told = /createApiReference\('#app', (\{.*\})\)/s.exec(text)?.[1] ?? "{}";
  expect(JSON.parse(told)).toMatchObject({
    url: "/openapi.json",
    agent: { disabled: true },
    mcp: { disabled: true },
    showDeveloperTools: "never",
    hideClientButton: true,
    telemetry: false,
    customCss: expect.stringContaining("scalar.com"),
  });
  // Nor could it reach its maker.
  expect(headers.get("content-security-policy")).toMatch(
    /connect-src 'self' https:\/\/api\.example/,
  );
});

const chromium = findChromium();
if (chromium === undefined)
  console.log(
    "SKIPPED: the reference was not looked at, as there is no Chromium; CHROMIUM names one.",
  );

// What starts a browser on a busy machine may take its time.
const SLOWLY = { timeout: 90_000 };

test.skipIf(chromium === undefined)(
  "a browser shows this product's interface and nothing besides",
  SLOWLY,
  async () => {
    const dom = await render(chromium ?? "", `${gateway.url}/docs/`);
    const labels = [...dom.matchAll(/<(button|a)\b[^>]*>(.*?)<\/\1>/gs)].map(([, , inner = ""]) =>
      inner
        .replaceAll(/<[^>]*>/g, " ")
        .replaceAll(/\s+/g, " ")
        .trim(),
    );
    for (const summary of [
      "Create a tournament",
      "lifecycle",
      "wallets",
      "Download OpenAPI Document",
    ])
      expect(labels).toContainEqual(expect.stringContaining(summary));
    for (const label of labels)
      expect(label).not.toMatch(
        /\b(AI|MCP|Share|Deploy|Developer Tools|Configure|VS Code|Cursor|Open API Client)\b/i,
      );
  },
);
