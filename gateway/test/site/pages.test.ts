import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { get as httpGet, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { expectProblem } from "../../../test/harness/problem.ts";
import { describe, expect, test as base } from "../../../test/world/test.ts";

const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
const NOT_FOUND: [number, string] = [404, "route_not_found"];
const YEAR = "public, max-age=31536000, immutable";

/** `get` reads from a gateway, `plain` does so without following redirects. */
const test = base
  .extend(
    "get",
    ({ live: { gateway } }) =>
      (path: string, accept?: string) =>
        gateway.send("GET", path, accept === undefined ? {} : { headers: { accept } }),
  )
  .extend(
    "plain",
    ({ live: { gateway } }) =>
      (path: string, headers: Record<string, string> = {}) =>
        fetch(gateway.url + path, { headers, redirect: "manual" }),
  );

const linksIn = (text: string) =>
  Array.from(text.matchAll(/(?:href|src)="(\/[^"#]*)/g), ([, link = ""]) => link);

/** Asserts that a page may load nothing but its own files, and holds no script or style itself. */
function expectStrict({ headers, text }: { headers: Headers; text: string }): void {
  const policy = headers.get("content-security-policy");
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain("unsafe");
  expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(text).not.toMatch(/ style="|<style|<script(?![^>]* src=)/);
}

describe("the base URL", () => {
  test("leads a browser to the dashboard, and other clients nowhere", async ({ get, plain }) => {
    const answer = await plain("/", { accept: BROWSER });
    expect([answer.status, answer.headers.get("location")]).toEqual([302, "/dashboard/"]);
    expect(answer.headers.get("vary")).toBe("accept");
    for (const accept of ["*/*", "application/json"])
      expectProblem(await get("/", accept), NOT_FOUND);
  });

  test.for([
    ["/docs", 301, "/docs/"],
    ["/docs/api", 301, "/docs/api/"],
    ["/problems", 302, "/docs/errors"],
    ["/problems/", 302, "/docs/errors"],
    ["/docs/errors/", 308, "/docs/errors"],
    ["/problems/tournament-full/", 308, "/problems/tournament-full"],
    ["/dashboard", 301, "/dashboard/"],
  ] as const)("redirects %s", async ([from, status, to], { plain }) => {
    const answer = await plain(from);
    expect([answer.status, answer.headers.get("location")]).toEqual([status, to]);
  });
});

describe("the guide", () => {
  const guide = test.extend("names", async ({ live: { gateway } }) =>
    (await readdir(join(gateway.config.siteFolder, "guide")))
      .filter((file) => file.endsWith(".html"))
      .map((file) => file.replace(".html", "")));

  guide("has strict pages, whose links all lead somewhere", async ({ names, get }) => {
    expect(names).toEqual(expect.arrayContaining(["index", "quickstart", "errors"]));
    const links = new Set<string>();
    for (const name of names) {
      const page = await get(`/docs/${name}`);
      expect([name, page.status, page.headers.get("cache-control")]).toEqual([
        name,
        200,
        "no-cache",
      ]);
      expectStrict(page);
      for (const link of linksIn(page.text)) links.add(link);
    }
    expect(links.size).toBeGreaterThan(60);
    for (const link of links) expect([link, (await get(link)).status]).toEqual([link, 200]);
  });

  test("is not sent again to a browser that has it", async ({ get, live: { gateway } }) => {
    const etag = (await get("/docs/")).headers.get("etag") ?? "";
    // Unlike a browser, `fetch` asks for a fresh answer.
    const again = httpGet(`${gateway.url}/docs/`, { headers: { "if-none-match": etag } });
    const [{ statusCode }] = (await once(again, "response")) as [IncomingMessage];
    expect(statusCode).toBe(304);
  });

  test("has pictures and files, and shows no others", async ({ get, plain }) => {
    const { text } = await get("/docs/dashboard");
    const [, picture = ""] = /<img src="([^"]+\.png)"/.exec(text) ?? [];
    const { status, headers } = await get(picture);
    expect([status, headers.get("content-type")]).toEqual([200, "image/png"]);
    const [, css = ""] = /href="(\/docs\/assets\/[^"]*\.css)"/.exec(text) ?? [];
    const asset = await plain(css, { "accept-encoding": "br" });
    expect(asset.headers.get("content-encoding")).toBe("br");
    expect(asset.headers.get("cache-control")).toBe(YEAR);
    const gone = await get("/docs/assets/gone/site.css");
    expectProblem(gone, NOT_FOUND);
    expect(gone.headers.get("cache-control")).toBe("no-store");
    for (const name of [
      "nothing",
      "nothing/",
      "..%2fassets",
      "%2e%2e%2f.hash",
      "Index",
      "index.html",
      "pictures/nothing.png",
      "pictures/..%2fguide%2findex.html",
      "pictures/keys",
    ])
      expectProblem(await get(`/docs/${name}`), NOT_FOUND);
  });

  test("has an API reference without inline scripts", async ({ get }) => {
    const { headers, text } = await get("/docs/api/");
    const policy = headers.get("content-security-policy")?.split("; ");
    const rules = ["script-src 'self' 'unsafe-eval'", "base-uri 'none'", "form-action 'none'"];
    expect(policy).toEqual(expect.arrayContaining(rules));
    expect(text).not.toMatch(/<script(?![^>]* src=)/);
    expect(text).toMatch(/<noscript>.*<a href="\/openapi\.json">/s);
  });

  test("stores the script of the API reference until it changes", async ({ get, plain }) => {
    const { text } = await get("/docs/api/");
    const [script = ""] = /\/docs\/assets\/scalar-[0-9a-f]{12}\.js/.exec(text) ?? [];
    expect((await get(script)).headers.get("cache-control")).toBe(YEAR);
    for (const old of ["/docs/js/scalar.js", "/docs/api/js/scalar.js"]) {
      const { status, headers } = await plain(old);
      expect([status, headers.get("location")]).toEqual([302, script]);
    }
  });

  test("has the SDK to install", async ({ plain }) => {
    const { status, headers, body } = await plain("/docs/tms-sdk.tgz");
    expect([status, headers.get("content-type")]).toEqual([200, "application/octet-stream"]);
    const tar = body?.pipeThrough(new DecompressionStream("gzip"));
    const text = await new Response(tar).text();
    for (const file of ["package/package.json", "package/dist/index.js", "package/dist/index.d.ts"])
      expect(text).toContain(`${file}\0`);
  });
});

describe("a page that does not exist", () => {
  const PATHS = ["/docs/nope", "/docs/nope/deeper", "/problems/nope", "/docs/pictures/nope.png"];

  test.for(PATHS)("%s is a page for browsers, and a problem otherwise", async (path, { get }) => {
    const page = await get(path, BROWSER);
    expect(page.status).toBe(404);
    expectStrict(page);
    expect(page.headers.get("vary")).toBe("accept");
    expect(page.headers.get("cache-control")).toBe("no-store");
    const links = linksIn(page.text);
    expect(links).toEqual(expect.arrayContaining(["/docs/", "/docs/errors", "/docs/api/"]));
    for (const link of new Set(links))
      expect([link, (await get(link)).status]).toEqual([link, 200]);
    for (const accept of ["*/*", "application/json"]) {
      const answer = await get(path, accept);
      expectProblem(answer, NOT_FOUND);
      expect(answer.headers.get("vary")).toBe("accept");
    }
  });
});

describe("the dashboard", () => {
  test("answers at each of its paths with a page that is never stored", async ({ get }) => {
    for (const path of ["/dashboard/", "/dashboard/sign-in", "/dashboard/g/x/live/tournaments/y"]) {
      const { status, headers, text } = await get(path);
      expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
      expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
      expect(text).toContain('<div id="root">');
      const tags = text.matchAll(/<(?:script|style)([^>]*)>(.*?)<\//gs);
      for (const [, attributes = "", inside = ""] of tags) {
        expect(attributes).toContain("src=");
        expect(inside).toBe("");
      }
    }
  });

  test("has a new nonce each time, which its policy names", async ({ get }) => {
    const nonces = new Set<string>();
    for (const _ of [1, 2, 3]) {
      const { headers, text } = await get("/dashboard/");
      const nonce = /<meta property="csp-nonce" nonce="([^"]+)"/.exec(text)?.[1] ?? "";
      const policy = headers.get("content-security-policy") ?? "";
      expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`);
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toContain("unsafe");
      expect(Buffer.from(nonce, "base64")).toHaveLength(16);
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(3);
  });

  test("has compressed files that are stored for a year, and no others", async ({
    get,
    plain,
    live: { gateway },
  }) => {
    const assets = await readdir(join(gateway.config.dashboardFolder, "assets"));
    const script = assets.find((name) => /^index-.*\.js$/.test(name)) ?? "";
    const answer = await plain(`/dashboard/assets/${script}`, { "accept-encoding": "br" });
    expect([answer.status, answer.headers.get("content-encoding")]).toEqual([200, "br"]);
    expect(answer.headers.get("cache-control")).toBe(YEAR);
    expect(answer.headers.get("content-type")).toMatch(/javascript/);
    expect(await answer.text()).toContain("import");
    const gone = await get("/dashboard/assets/gone.js");
    expectProblem(gone, NOT_FOUND);
    expect(gone.headers.get("cache-control")).toBe("no-store");
    for (const path of ["..%2f.hash", "%2e%2e/index.html", "..%5c.hash", "%2fetc%2fpasswd"])
      expect((await get(`/dashboard/assets/${path}`)).text).not.toMatch(/^[0-9a-f]{64}$|root:/);
    for (const name of ["theme.js", "favicon.svg"]) {
      const { status, headers } = await get(`/dashboard/${name}`);
      expect([status, headers.get("cache-control")]).toEqual([200, "public, max-age=3600"]);
    }
  });
});

test("a gateway without built pages says so and serves all else", async ({ newGateway }) => {
  const bare = await newGateway({ siteFolder: "/nowhere", dashboardFolder: "/nowhere" });
  for (const path of [
    "/docs/",
    "/docs/quickstart",
    "/problems",
    "/problems/internal",
    "/dashboard/",
  ])
    expectProblem(await bare.send("GET", path), NOT_FOUND);
  expect((await bare.send("GET", "/openapi.json")).status).toBe(200);
});
