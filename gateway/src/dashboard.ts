import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import type { GatewayConfig } from "./config.ts";
import { refuse } from "./site.ts";

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

/** Serves the dashboard. Paths outside `assets` without a file return the page, which chooses the view. */
export async function dashboardRoutes(
  app: FastifyInstance,
  { dashboardFolder: folder, production }: Pick<GatewayConfig, "dashboardFolder" | "production">,
): Promise<void> {
  if (!existsSync(join(folder, "index.html")))
    return refuse(
      app,
      ["/dashboard", "/dashboard/*"],
      "This gateway was built without the dashboard.",
    );
  await app.register(fastifyStatic, {
    root: join(folder, "assets"),
    prefix: "/dashboard/assets/",
    immutable: true,
    maxAge: "365d",
    preCompressed: true,
    index: false,
  });
  // These files have the same names in every release. Caches therefore keep them for only an hour.
  for (const name of ["theme.js", "favicon.svg"])
    app.get(`/dashboard/${name}`, (_request, reply) =>
      reply.sendFile(name, folder, { maxAge: "1h", immutable: false }),
    );
  const file = await readFile(join(folder, "index.html"), "utf8");
  const page = file.replace("__MAILBOX__", production ? "none" : "here");
  app.get("/dashboard", (_request, reply) => reply.redirect("/dashboard/", 301));
  app.get("/dashboard/*", (_request, reply) => {
    const nonce = randomBytes(NONCE_BYTES).toString("base64");
    return reply
      .headers({
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": policyWith(nonce),
      })
      .send(page.replace("__NONCE__", nonce));
  });
}
