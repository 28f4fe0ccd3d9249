import { memoize } from "@tms/kit/batching/memoize";
import { fastify } from "fastify";
import type { App } from "../app-type.ts";
import { problemNames, slugOf } from "../problems/catalogue.ts";
import { problemPage } from "../problems/page.ts";
import { ProblemError } from "../problems/problem-error.ts";

// The reference is one script with inline styles; it may call this gateway only.
const REFERENCE_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline' 'unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "worker-src 'self' blob:",
  "frame-ancestors 'none'",
];
const PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";
const READS_HTML = /\btext\/html\b/i;
// The script is four megabytes large and changes with releases only.
const SCRIPT_CACHING = "public, max-age=3600";

// Switches off what the maker of the reference adds to it (an assistant, MCP, sharing, deploying,
// developer tools, an API client, a link of its own): all of it leads to other sites.
const REFERENCE = {
  url: "/openapi.json",
  pageTitle: "Tournament Management Service API",
  favicon: "data:,",
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: "never",
  hideClientButton: true,
  authentication: { preferredSecurityScheme: "apiKey" },
  customCss: 'a[href*="scalar.com"] { display: none }',
} as const;

/** Serves the public documentation: the OpenAPI document, its reference, a page per problem. */
export function docsRoutes(app: App, publicUrl: string): void {
  app.get("/", (request, reply) => {
    reply.header("vary", "accept");
    // A browser is led to the dashboard; other clients find nothing here.
    if (!READS_HTML.test(request.headers.accept ?? "")) throw new ProblemError("ROUTE_NOT_FOUND");
    return reply.redirect("/dashboard/", 302);
  });
  app.get("/openapi.json", (_request, reply) => reply.send(app.swagger()));

  const pages = new Map(problemNames.map((name) => [slugOf(name), problemPage(name)]));
  app.get<{ Params: { slug: string } }>("/problems/:slug", (request, reply) => {
    const page = pages.get(request.params.slug);
    if (page === undefined) throw new ProblemError("ROUTE_NOT_FOUND");
    return reply.headers(html(PAGE_POLICY)).send(page);
  });

  const connect = `connect-src 'self' ${new URL(publicUrl).origin}`;
  const referenceHeaders = html([...REFERENCE_POLICY, connect].join("; "));
  const rendered = memoize(renderReference);
  app.get("/docs", (_request, reply) => reply.redirect("/docs/", 301));
  app.get("/docs/", async (_request, reply) =>
    reply.headers(referenceHeaders).send((await rendered()).page),
  );
  app.get("/docs/js/scalar.js", async (_request, reply) =>
    reply
      .headers({
        "content-type": "text/javascript; charset=utf-8",
        "cache-control": SCRIPT_CACHING,
      })
      .send((await rendered()).script),
  );
}

const html = (policy: string) => ({
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": policy,
});

/**
 * Renders the page and script of the API reference. This happens at the first request for them: it
 * takes some forty megabytes, and most replicas never get such a request.
 */
async function renderReference(): Promise<{ page: string; script: string }> {
  const { default: scalar } = await import("@scalar/fastify-api-reference");
  const renderer = fastify();
  await renderer.register(scalar, {
    routePrefix: "/docs",
    configuration: REFERENCE,
  });
  const page = await renderer.inject("/docs/");
  const script = await renderer.inject("/docs/js/scalar.js");
  await renderer.close();
  return { page: page.body, script: script.body };
}
