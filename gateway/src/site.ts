import { existsSync, readdirSync, readFileSync } from "node:fs";
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
const referencePolicy = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "worker-src 'self' blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

// A file that the path of a request names. A name of another form could lead out of the folder.
const NAMED_FILE = /^[a-z]+\/[a-z0-9-]{1,100}\.(html|png)$/;

interface Named {
  Params: { name: string };
}

/** Serves the OpenAPI document and, from the built site, the guide, problem pages, reference and SDK. */
export async function siteRoutes(app: FastifyInstance, folder: string): Promise<void> {
  app.get("/", (request, reply) => {
    reply.header("vary", "accept");
    // Only browsers are redirected to the dashboard.
    if (!readsHtml(request)) throw new ProblemError("ROUTE_NOT_FOUND");
    return reply.redirect("/dashboard/", 302);
  });
  app.get("/openapi.json", (_request, reply) => reply.send(app.swagger()));
  if (existsSync(join(folder, "guide"))) await app.register((site) => builtSite(site, folder));
  else
    refuse(
      app,
      ["/docs", "/docs/*", "/problems", "/problems/*"],
      "This gateway was built without the documentation.",
    );
}

/** Adds GET routes that throw ROUTE_NOT_FOUND. */
export function refuse(app: FastifyInstance, paths: readonly string[], detail?: string): void {
  for (const path of paths)
    app.get(path, () => {
      throw new ProblemError("ROUTE_NOT_FOUND", detail);
    });
}

async function builtSite(app: FastifyInstance, folder: string): Promise<void> {
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
  // Browsers ask for a new version each time, because pages change with releases and keep their names.
  const send = (reply: FastifyReply, file: string, headers: object = {}): FastifyReply =>
    reply
      .headers({ "cache-control": "no-cache", ...headers })
      .sendFile(file, folder, { cacheControl: false });
  const checked = (file: string): string => {
    if (!NAMED_FILE.test(file) || !existsSync(join(folder, file)))
      throw new ProblemError("ROUTE_NOT_FOUND");
    return file;
  };
  const script = readdirSync(join(folder, "assets")).find((name) => /^scalar-.*\.js$/.test(name));
  for (const [from, status, to] of [
    ["/docs", 301, "/docs/"],
    ["/docs/api", 301, "/docs/api/"],
    // The addresses of the script in earlier releases.
    ["/docs/js/scalar.js", 302, `/docs/assets/${script}`],
    ["/docs/api/js/scalar.js", 302, `/docs/assets/${script}`],
    ["/problems", 302, "/docs/errors"],
    ["/problems/", 302, "/docs/errors"],
  ] as const)
    app.get(from, (_request, reply) => reply.redirect(to, status));
  for (const [base, path] of [
    ["/docs", "guide"],
    ["/problems", "problems"],
  ] as const) {
    app.get<Named>(`${base}/:name`, ({ params: { name } }, reply) =>
      send(reply, checked(`${path}/${name}.html`), html(pagePolicy)),
    );
    app.get<Named>(`${base}/:name/`, ({ params: { name } }, reply) => {
      checked(`${path}/${name}.html`);
      return reply.redirect(`${base}/${name}`, 308);
    });
  }
  app.get("/docs/", (_request, reply) => send(reply, "guide/index.html", html(pagePolicy)));
  app.get<Named>("/docs/pictures/:name", ({ params: { name } }, reply) =>
    send(reply, checked(`pictures/${name}`)),
  );
  app.get("/docs/tms-sdk.tgz", (_request, reply) =>
    send(reply, "tms-sdk.tgz", {
      "content-type": "application/octet-stream",
      "content-disposition": 'attachment; filename="tms-sdk.tgz"',
    }),
  );
  app.get("/docs/api/", (_request, reply) => send(reply, "api/index.html", html(referencePolicy)));
  app.get("/docs/api/openapi.json", (_request, reply) => reply.send(withTitles(app.swagger())));
}

const html = (policy: string) => ({
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": policy,
});

const READS_HTML = /\btext\/html\b/i;

const readsHtml = ({ headers }: FastifyRequest): boolean => READS_HTML.test(headers.accept ?? "");

/** Sends browsers the page in `file` if a page does not exist. Other clients get a problem. */
function siteNotFound(app: FastifyInstance, file: string): void {
  const page = readFileSync(file);
  refuse(app, ["/docs/*", "/problems/*"]);
  app.setErrorHandler((error, request, reply) => {
    if (!(error instanceof ProblemError) || error.problem !== "ROUTE_NOT_FOUND") throw error;
    reply.header("vary", "accept");
    if (!readsHtml(request)) throw error;
    return reply
      .code(404)
      .headers({ ...html(pagePolicy), "cache-control": "no-store" })
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

const withTitles = <T extends object>(
  document: T & { tags?: readonly { name?: string }[] },
): T => ({
  ...document,
  tags: document.tags?.map((tag) => {
    const { name = "" } = tag;
    return {
      ...tag,
      "x-displayName": TITLES[name] ?? name.slice(0, 1).toUpperCase() + name.slice(1),
    };
  }),
});
