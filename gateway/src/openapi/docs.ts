import { fastify } from "fastify";
import type { App } from "../app-type.ts";
import { memoize } from "@tms/kit/batching/memoize";
import { problemNames, slugOf } from "../problems/catalogue.ts";
import { problemPage } from "../problems/page.ts";
import { ProblemError } from "../problems/problem-error.ts";

// The reference is one script with inline styles; it may talk to this gateway and nobody else.
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
// The script has four megabytes and changes with releases only.
const SCRIPT_CACHING = "public, max-age=3600";

// The reference shows this product's interface. What its maker adds beside it (an assistant, MCP,
// sharing, deploying, developer tools, an API client and a link of its own) leads elsewhere.
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

/** Documentation anyone may read: the OpenAPI document, its reference, a page per problem. */
export function docsRoutes(app: App, publicUrl: string): void {
  app.get("/", (request, reply) => {
    reply.header("vary", "accept");
    // Whoever comes with a browser wants to read; to a client there is nothing here.
    if (!READS_HTML.test(request.headers.accept ?? "")) throw new ProblemError("ROUTE_NOT_FOUND");
    return reply.redirect("/docs/", 302);
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
 * The page and script of the API reference. They are made when somebody first looks: most
 * replicas are never asked, and need not hold some forty megabytes for it.
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
