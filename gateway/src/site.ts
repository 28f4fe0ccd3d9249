import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ProblemError } from "./problems/problem-error.ts";

const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join("; ");

// The script of the API reference compiles schemas to code and uses inline styles.
const REFERENCE = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "worker-src 'self' blob:",
  "frame-ancestors 'none'",
];

const referencePolicy = (publicUrl: string): string =>
  [...REFERENCE, `connect-src 'self' ${new URL(publicUrl).origin}`].join("; ");

// Browsers ask for a new version each time, because pages change with releases and keep their names.
const PAGE_CACHING = "no-cache";
// Cached, because the script has four megabytes. Only for an hour, because its name never changes.
const SCRIPT_CACHING = "public, max-age=3600";
const NAME = /^[a-z0-9-]{1,100}$/;
const PICTURE = /^[a-z0-9-]{1,100}\.png$/;

/** Serves the OpenAPI document and, from the built site, the guide, problem pages, reference and SDK. */
export async function siteRoutes(
  app: FastifyInstance,
  publicUrl: string,
  folder: string,
): Promise<void> {
  app.get("/", (request, reply) => {
    reply.header("vary", "accept");
    // Only browsers get the dashboard.
    if (!readsHtml(request)) throw new ProblemError("ROUTE_NOT_FOUND");
    return reply.redirect("/dashboard/", 302);
  });
  app.get("/openapi.json", (_request, reply) => reply.send(app.swagger()));
  if (existsSync(join(folder, "guide")))
    await app.register((site) => builtSite(site, publicUrl, folder));
  else withoutSite(app);
}

async function builtSite(app: FastifyInstance, publicUrl: string, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: join(folder, "assets"),
    prefix: "/docs/assets/",
    // The names of the files contain hashes.
    immutable: true,
    maxAge: "365d",
    preCompressed: true,
    index: false,
  });
  siteNotFound(app, join(folder, "not-found.html"));
  const getPage = (path: string, name: string): string => {
    const page = join(path, `${name}.html`);
    // A name of another form could lead out of the folder.
    if (!NAME.test(name) || !existsSync(join(folder, page)))
      throw new ProblemError("ROUTE_NOT_FOUND");
    return page;
  };
  const send = (reply: FastifyReply, path: string, name: string): FastifyReply =>
    reply.headers(html(pagePolicy)).sendFile(getPage(path, name), folder, { cacheControl: false });
  app.get("/docs", (_request, reply) => reply.redirect("/docs/", 301));
  app.get("/docs/", (_request, reply) => send(reply, "guide", "index"));
  app.get<{ Params: { name: string } }>("/docs/:name", ({ params }, reply) =>
    params.name === "api" ? reply.redirect("/docs/api/", 301) : send(reply, "guide", params.name),
  );
  for (const path of ["/problems", "/problems/"])
    app.get(path, (_request, reply) => reply.redirect("/docs/errors", 302));
  app.get<{ Params: { slug: string } }>("/problems/:slug", ({ params }, reply) =>
    send(reply, "problems", params.slug),
  );
  for (const [base, path] of [
    ["/docs", "guide"],
    ["/problems", "problems"],
  ] as const)
    app.get<{ Params: { name: string } }>(`${base}/:name/`, ({ params: { name } }, reply) => {
      getPage(path, name);
      return reply.redirect(`${base}/${name}`, 308);
    });
  app.get<{ Params: { picture: string } }>("/docs/pictures/:picture", ({ params }, reply) => {
    if (!PICTURE.test(params.picture) || !existsSync(join(folder, "pictures", params.picture)))
      throw new ProblemError("ROUTE_NOT_FOUND");
    return reply
      .header("cache-control", PAGE_CACHING)
      .sendFile(`pictures/${params.picture}`, folder, { cacheControl: false });
  });
  reference(app, publicUrl, folder);
  app.get("/docs/tms-sdk.tgz", (_request, reply) =>
    reply
      .headers({ "content-type": "application/octet-stream", "cache-control": PAGE_CACHING })
      .header("content-disposition", 'attachment; filename="tms-sdk.tgz"')
      .sendFile("tms-sdk.tgz", folder, { cacheControl: false }),
  );
}

function reference(app: FastifyInstance, publicUrl: string, folder: string): void {
  const headers = html(referencePolicy(publicUrl));
  app.get("/docs/api/", (_request, reply) =>
    reply.headers(headers).sendFile("api/index.html", folder, { cacheControl: false }),
  );
  app.get("/docs/api/openapi.json", (_request, reply) => reply.send(withTitles(app.swagger())));
  app.get("/docs/api/js/scalar.js", (_request, reply) =>
    reply
      .header("cache-control", SCRIPT_CACHING)
      .sendFile("api/js/scalar.js", folder, { cacheControl: false }),
  );
  // The address of the script in release 1.0.
  app.get("/docs/js/scalar.js", (_request, reply) => reply.redirect("/docs/api/js/scalar.js", 301));
}

const html = (policy: string) => ({
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": policy,
  "cache-control": PAGE_CACHING,
});

function withoutSite(app: FastifyInstance): void {
  for (const path of ["/docs", "/docs/*", "/problems", "/problems/*"])
    app.get(path, () => {
      throw new ProblemError(
        "ROUTE_NOT_FOUND",
        "This gateway was built without the documentation.",
      );
    });
}

const READS_HTML = /\btext\/html\b/i;

const readsHtml = ({ headers }: FastifyRequest): boolean => READS_HTML.test(headers.accept ?? "");

/** Sends browsers the page in `file` if a page does not exist. Other clients get a problem. */
function siteNotFound(app: FastifyInstance, file: string): void {
  const page = readFileSync(file);
  for (const path of ["/docs/*", "/problems/*"])
    app.get(path, () => {
      throw new ProblemError("ROUTE_NOT_FOUND");
    });
  app.setErrorHandler((error, request, reply) => {
    if (!(error instanceof ProblemError) || error.problem !== "ROUTE_NOT_FOUND") throw error;
    reply.header("vary", "accept");
    if (!readsHtml(request)) throw error;
    return reply
      .code(404)
      .headers({
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": pagePolicy,
        "cache-control": "no-store",
      })
      .send(page);
  });
}

// Titles of groups of operations in the API reference. Any other title is the capitalized name of the group.
const TITLES: Readonly<Record<string, string>> = {
  lifecycle: "Tournament lifecycle",
  wallets: "Gamer wallets",
  games: "Games and members",
  keys: "API keys",
  requests: "Request log",
  auth: "Sign-in",
  user: "Your account",
};

interface Document {
  tags?: readonly { name?: string }[];
}

const withTitles = <T extends object>(document: T & Document): T => ({
  ...document,
  tags: document.tags?.map((tag) => ({ ...tag, "x-displayName": titleOf(tag.name ?? "") })),
});

const titleOf = (name: string): string =>
  TITLES[name] ?? name.slice(0, 1).toUpperCase() + name.slice(1);
