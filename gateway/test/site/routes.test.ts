import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { get, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectProblem } from "../support/expect-problem.ts";
import { startGateway, type TestGateway } from "../support/gateway.ts";

let gateway: TestGateway;
let names: string[];
beforeAll(async () => {
  gateway = await startGateway();
  names = (await readdir(join(gateway.config.siteFolder, "guide")))
    .filter((file) => file.endsWith(".html"))
    .map((file) => file.replace(".html", ""));
});
afterAll(() => gateway.close());

const API = "http://gateway/docs/api/";
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

describe("pages of the guide", () => {
  test("are each at an address of their own, under a policy without exceptions", async () => {
    expect(names).toEqual(expect.arrayContaining(["index", "quickstart", "errors"]));
    for (const name of names) {
      const { status, headers, text } = await gateway.raw("GET", `/docs/${name}`);
      expect([name, status]).toEqual([name, 200]);
      expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
      expect(headers.get("content-security-policy")).toContain("default-src 'none'");
      expect(headers.get("content-security-policy")).not.toContain("unsafe");
      expect(headers.get("cache-control")).toBe("no-cache");
      expect(text).not.toMatch(/ style="|<style|<script(?![^>]* src=)/);
    }
  });

  test("lead nowhere where nothing is", async () => {
    const all = await Promise.all(
      names.map(async (name) => (await gateway.raw("GET", `/docs/${name}`)).text),
    );
    const links = new Set(
      all.flatMap((text) =>
        Array.from(text.matchAll(/(?:href|src)="(\/[^"#]*)/g), ([, link = ""]) => link),
      ),
    );
    expect(links.size).toBeGreaterThan(60);
    for (const link of links) {
      const { status } = await gateway.raw("GET", link);
      expect([link, status]).toEqual([link, 200]);
    }
  });

  test("are not sent again to browsers that have them", async () => {
    const { headers } = await gateway.raw("GET", "/docs/");
    const etag = headers.get("etag") ?? "";
    // Unlike a browser, `fetch` would ask for a fresh answer besides.
    const again = get(`${gateway.url}/docs/`, { headers: { "if-none-match": etag } });
    const [{ statusCode }] = (await once(again, "response")) as [IncomingMessage];
    expect(statusCode).toBe(304);
  });

  test.for(["nothing", "..%2fassets", "%2e%2e%2f.hash", "Index", "index.html"])(
    "and %s is none",
    async (name) => {
      expectProblem(await gateway.raw("GET", `/docs/${name}`), [404, "route_not_found"]);
    },
  );
});

test("pictures of the guide are shown, and no other file by their address", async () => {
  const { text } = await gateway.raw("GET", "/docs/dashboard");
  const [, picture = ""] = /<img src="([^"]+\.png)"/.exec(text) ?? [];
  const { status, headers } = await gateway.raw("GET", picture);
  expect([status, headers.get("content-type")]).toEqual([200, "image/png"]);
  for (const name of ["nothing.png", "..%2fguide%2findex.html", "keys"])
    expectProblem(await gateway.raw("GET", `/docs/pictures/${name}`), [404, "route_not_found"]);
});

test("what pages load is kept for a year and comes compressed", async () => {
  const { text } = await gateway.raw("GET", "/docs/");
  const [, css = ""] = /href="(\/docs\/assets\/[^"]*\.css)"/.exec(text) ?? [];
  const answer = await fetch(gateway.url + css, { headers: { "accept-encoding": "br" } });
  expect(answer.headers.get("content-encoding")).toBe("br");
  expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  const gone = await gateway.raw("GET", "/docs/assets/gone/site.css");
  expectProblem(gone, [404, "route_not_found"]);
  expect(gone.headers.get("cache-control")).toBe("no-store");
});

describe("the API reference", () => {
  test("is told to leave out what its maker adds", async () => {
    const { text, headers } = await gateway.raw("GET", "/docs/api/");
    const told = /createApiReference\('#app', (\{.*\})\)/s.exec(text)?.[1] ?? "{}";
    expect(JSON.parse(told)).toMatchObject({
      url: "/docs/api/openapi.json",
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

  test("shows the same interface as /openapi.json, its groups with titles", async () => {
    const [{ body }, { body: plain }] = [
      await gateway.raw("GET", "/docs/api/openapi.json"),
      await gateway.raw("GET", "/openapi.json"),
    ];
    const { tags, ...rest } = body as unknown as { tags: Record<string, string>[] };
    const { tags: plainTags, ...same } = plain as unknown as { tags: Record<string, string>[] };
    expect(rest).toEqual(same);
    expect(tags).toHaveLength(plainTags.length);
    expect(tags).toMatchObject(plainTags);
    const titles = tags.map((tag) => tag["x-displayName"]);
    expect(titles).toEqual(expect.arrayContaining(["Tournaments", "API keys"]));
    for (const title of titles) expect(title).toMatch(/^[A-Z]/);
  });

  test("names a key where none is given yet, and few other clients", async () => {
    const { text } = await gateway.raw("GET", "/docs/api/js/scalar.js");
    expect(text).toContain("placeholder:`tms_test_…`");
    expect(text).not.toContain("QUxMIFlPVVI");
    const page = await gateway.raw("GET", "/docs/api/");
    const told = /createApiReference\('#app', (\{.*\})\)/s.exec(page.text)?.[1] ?? "{}";
    expect(JSON.parse(told)).toMatchObject({
      hiddenClients: { go: true, shell: ["httpie", "wget"] },
      defaultHttpClient: { targetKey: "shell", clientKey: "curl" },
    });
  });

  test("needs no other server", async () => {
    const page = await gateway.raw("GET", "/docs/api/");
    expect(page.text).not.toMatch(/https?:\/\//);
    const scripts = Array.from(page.text.matchAll(/src="([^"]*\.js)"/g), ([, path = ""]) => path);
    const texts = await Promise.all(
      scripts.map(async (path) => {
        const { headers, text } = await gateway.raw("GET", new URL(path, API).pathname);
        expect(headers.get("content-type")).toContain("javascript");
        return text;
      }),
    );
    expect(texts.some(({ length }) => length > 1_000_000)).toBe(true);
  });
});

describe("where there is no page", () => {
  const NOWHERE = ["/docs/nope", "/docs/nope/deeper", "/problems/nope", "/docs/pictures/nope.png"];

  test.for(NOWHERE)("a browser is shown one that leads on from %s", async (path) => {
    const { status, headers, text } = await gateway.raw("GET", path, undefined, {
      accept: BROWSER,
    });
    expect([status, headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(headers.get("content-security-policy")).not.toContain("unsafe");
    expect(headers.get("vary")).toBe("accept");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(text).not.toMatch(/ style="|<style|<script(?![^>]* src=)/);
    const links = Array.from(text.matchAll(/(?:href|src)="(\/[^"#]*)/g), ([, to = ""]) => to);
    expect(links).toEqual(expect.arrayContaining(["/docs/", "/docs/errors", "/docs/api/"]));
    for (const link of new Set(links))
      expect([link, (await gateway.raw("GET", link)).status]).toEqual([link, 200]);
  });

  test.for(NOWHERE)("a client that reads no pages is told a problem at %s", async (path) => {
    for (const accept of ["*/*", "application/json"]) {
      const answer = await gateway.raw("GET", path, undefined, { accept });
      expectProblem(answer, [404, "route_not_found"]);
      expect(answer.headers.get("vary")).toBe("accept");
    }
  });

  test("what is no reading is a problem for everybody", async () => {
    const answer = await gateway.raw("POST", "/docs/nope", undefined, { accept: BROWSER });
    expectProblem(answer, [405, "method_not_allowed"]);
  });
});

test.for(["/problems", "/problems/"])("%s leads to the list of all errors", async (path) => {
  const answer = await fetch(gateway.url + path, { redirect: "manual" });
  expect([answer.status, answer.headers.get("location")]).toEqual([302, "/docs/errors"]);
});

test.for([
  ["/docs", "/docs/"],
  ["/docs/api", "/docs/api/"],
  ["/docs/js/scalar.js", "/docs/api/js/scalar.js"],
] as const)("%s leads to %s", async ([from, to]) => {
  const answer = await fetch(gateway.url + from, { redirect: "manual" });
  expect([answer.status, answer.headers.get("location")]).toEqual([301, to]);
});

test.for(["postman.json", "bruno.zip"])("the collection %s is downloaded", async (name) => {
  const { status, headers } = await gateway.raw("GET", `/docs/collections/${name}`);
  expect(status).toBe(200);
  expect(headers.get("content-disposition")).toBe(`attachment; filename="tournaments-${name}"`);
});

test("a gateway that was built without the documentation says so and serves all else", async () => {
  const bare = await startGateway({ siteFolder: "/nowhere" });
  try {
    for (const path of ["/docs/", "/docs/quickstart", "/problems", "/problems/internal"])
      expectProblem(await bare.raw("GET", path), [404, "route_not_found"]);
    expect((await bare.raw("GET", "/openapi.json")).status).toBe(200);
  } finally {
    await bare.close();
  }
});
