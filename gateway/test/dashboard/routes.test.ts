import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectProblem } from "../support/expect-problem.ts";
import { startGateway, type TestGateway } from "../support/gateway.ts";

let gateway: TestGateway;
let assets: string[];
beforeAll(async () => {
  gateway = await startGateway();
  assets = await readdir(join(gateway.config.dashboardFolder, "assets"));
});
afterAll(() => gateway.close());

const script = () => assets.find((name) => /^index-.*\.js$/.test(name)) ?? "";

describe("the page", () => {
  test("answers at every path of its own, and is never kept", async () => {
    for (const path of ["/dashboard/", "/dashboard/sign-in", "/dashboard/g/x/live/tournaments/y"]) {
      const { status, headers, text } = await gateway.raw("GET", path);
      expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
      expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
      expect(text).toContain('<div id="root">');
    }
  });

  test("has a nonce that its policy names and no other page has", async () => {
    const nonces = await Promise.all(
      Array.from({ length: 3 }, async () => {
        const { headers, text } = await gateway.raw("GET", "/dashboard/");
        const nonce = /<meta property="csp-nonce" nonce="([^"]+)"/.exec(text)?.[1] ?? "";
        const policy = headers.get("content-security-policy") ?? "";
        expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`);
        expect(policy).toContain("default-src 'none'");
        expect(policy).not.toContain("unsafe");
        expect(Buffer.from(nonce, "base64")).toHaveLength(16);
        return nonce;
      }),
    );
    expect(new Set(nonces).size).toBe(3);
  });

  test("holds no script or style that stands in it", async () => {
    const { text } = await gateway.raw("GET", "/dashboard/");
    for (const [, attributes = "", inside = ""] of text.matchAll(
      /<(?:script|style)([^>]*)>(.*?)<\//gs,
    )) {
      expect(attributes).toContain("src=");
      expect(inside).toBe("");
    }
  });

  test("is asked for below a slash", async () => {
    const answer = await fetch(`${gateway.url}/dashboard`, { redirect: "manual" });
    expect([answer.status, answer.headers.get("location")]).toEqual([301, "/dashboard/"]);
  });
});

describe("its files", () => {
  test("are kept for a year and come compressed", async () => {
    const answer = await fetch(`${gateway.url}/dashboard/assets/${script()}`, {
      headers: { "accept-encoding": "br" },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-encoding")).toBe("br");
    expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(answer.headers.get("content-type")).toMatch(/javascript/);
    expect(await answer.text()).toContain("import");
  });

  test("that do not exist are problems, which nobody keeps", async () => {
    const answer = await gateway.raw("GET", "/dashboard/assets/gone.js");
    expectProblem(answer, [404, "route_not_found"]);
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });

  test("are all there is: no path leads out of their folder", async () => {
    for (const path of ["..%2f.hash", "%2e%2e/index.html", "..%5c.hash", "%2fetc%2fpasswd"]) {
      const { text } = await gateway.raw("GET", `/dashboard/assets/${path}`);
      expect(text).not.toMatch(/^[0-9a-f]{64}$|root:/);
    }
  });

  test.for(["theme.js", "favicon.svg"])("%s has one name in every release", async (name) => {
    const { status, headers } = await gateway.raw("GET", `/dashboard/${name}`);
    expect([status, headers.get("cache-control")]).toEqual([200, "public, max-age=3600"]);
  });
});

test("a gateway that was built without the dashboard says so and serves all else", async () => {
  const bare = await startGateway({ dashboardFolder: "/nowhere" });
  try {
    expectProblem(await bare.raw("GET", "/dashboard/"), [404, "route_not_found"]);
    expect((await bare.raw("GET", "/openapi.json")).status).toBe(200);
  } finally {
    await bare.close();
  }
});
