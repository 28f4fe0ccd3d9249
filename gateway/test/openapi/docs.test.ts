import { afterAll, beforeAll, expect, test } from "vitest";
import { expectProblem } from "../support/expect-problem.ts";
import { startGateway, type TestGateway } from "../support/gateway.ts";

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

test("a browser that opens the base URL is led to the dashboard", async () => {
  const headers = { accept: BROWSER };
  const answer = await fetch(gateway.url, { headers, redirect: "manual" });
  expect([answer.status, answer.headers.get("location")]).toEqual([302, "/dashboard/"]);
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
