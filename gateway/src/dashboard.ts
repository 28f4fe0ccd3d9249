import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import { memoize } from "@tms/kit/batching/shared-calls";
import type { FastifyInstance } from "fastify";
import type { GatewayConfig } from "./config.ts";
import { ProblemError } from "./problems/problem-error.ts";

// The files that have the same names in every release. Caches therefore keep them for only an hour.
const NAMED = { "theme.js": "text/javascript", "favicon.svg": "image/svg+xml" };
const NAMED_CACHING = "public, max-age=3600";

/** Serves the dashboard. Paths outside `assets` that name no file return the page. Its script chooses the view. */
export async function dashboardRoutes(
  app: FastifyInstance,
  { dashboardFolder: folder, production }: Pick<GatewayConfig, "dashboardFolder" | "production">,
): Promise<void> {
  if (!existsSync(join(folder, "index.html"))) return withoutDashboard(app);
  await app.register(fastifyStatic, {
    root: join(folder, "assets"),
    prefix: "/dashboard/assets/",
    immutable: true,
    maxAge: "365d",
    preCompressed: true,
    index: false,
    decorateReply: false,
  });
  for (const [name, type] of Object.entries(NAMED)) {
    const read = memoize(() => readFile(join(folder, name)));
    app.get(`/dashboard/${name}`, async (_request, reply) =>
      reply
        .headers({ "content-type": `${type}; charset=utf-8`, "cache-control": NAMED_CACHING })
        .send(await read()),
    );
  }
  const page = await readPage(folder, !production);
  app.get("/dashboard", (_request, reply) => reply.redirect("/dashboard/", 301));
  app.get("/dashboard/*", (_request, reply) => {
    const { html, policy } = page();
    return reply
      .headers({ "content-type": "text/html; charset=utf-8", "content-security-policy": policy })
      .send(html);
  });
}

function withoutDashboard(app: FastifyInstance): void {
  for (const path of ["/dashboard", "/dashboard/*"])
    app.get(path, () => {
      throw new ProblemError("ROUTE_NOT_FOUND", "This gateway was built without the dashboard.");
    });
}

const PLACES = { nonce: "__NONCE__", mailbox: "__MAILBOX__" };
const NONCE_BYTES = 16;

const policyWith = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");

export interface Page {
  html: string;
  policy: string;
}

async function readPage(folder: string, hasMailbox: boolean): Promise<() => Page> {
  const file = await readFile(join(folder, "index.html"), "utf8");
  const source = file.replace(PLACES.mailbox, hasMailbox ? "here" : "none");
  return () => {
    const nonce = randomBytes(NONCE_BYTES).toString("base64");
    return { html: source.replace(PLACES.nonce, nonce), policy: policyWith(nonce) };
  };
}
