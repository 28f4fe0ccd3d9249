import scalar from "@scalar/fastify-api-reference";
import type { App } from "../app.ts";
import { ProblemError } from "../problems/problem-error.ts";
import { problemPage } from "../problems/page.ts";
import { problemNames, slugOf } from "../problems/catalogue.ts";

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

/** Documentation anyone may read: the OpenAPI document, its reference, a page per problem. */
export async function docsRoutes(app: App, publicUrl: string): Promise<void> {
  app.get("/openapi.json", (_request, reply) => reply.send(app.swagger()));

  const pages = new Map(problemNames.map((name) => [slugOf(name), problemPage(name)]));
  app.get<{ Params: { slug: string } }>("/problems/:slug", (request, reply) => {
    const page = pages.get(request.params.slug);
    if (page === undefined) throw new ProblemError("ROUTE_NOT_FOUND");
    return reply.type("text/html; charset=utf-8").header("content-security-policy", PAGE_POLICY).send(page);
  });

  await app.register(async (reference) => {
    const policy = [...REFERENCE_POLICY, `connect-src 'self' ${new URL(publicUrl).origin}`].join("; ");
    reference.addHook("onRequest", async (request, reply) => {
      // The reference builds its own address from the Host header, which may be anything.
      if (!URL.canParse(request.url, `${request.protocol}://${request.hostname}`))
        throw new ProblemError("BAD_REQUEST");
      reply.header("content-security-policy", policy);
    });
    await reference.register(scalar, {
      routePrefix: "/docs",
      configuration: { url: "/openapi.json", withDefaultFonts: false, telemetry: false },
    });
  });
}
