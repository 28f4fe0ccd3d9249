import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

// The placeholders in the page for the nonce and for whether this gateway has a mailbox.
const PLACES = { nonce: "__NONCE__", mailbox: "__MAILBOX__" };
const NONCE_BYTES = 16;

/**
 * Returns the Content-Security-Policy: only files of this gateway, `data:` images, and styles with the nonce.
 */
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

/** The page for one request. */
export interface Page {
  html: string;
  policy: string;
}

/** Reads the page. Returns a function that creates the page with a new nonce for each request. */
export async function readPage(folder: string, hasMailbox: boolean): Promise<() => Page> {
  const file = await readFile(join(folder, "index.html"), "utf8");
  const source = file.replace(PLACES.mailbox, hasMailbox ? "here" : "none");
  return () => {
    const nonce = randomBytes(NONCE_BYTES).toString("base64");
    return { html: source.replace(PLACES.nonce, nonce), policy: policyWith(nonce) };
  };
}
