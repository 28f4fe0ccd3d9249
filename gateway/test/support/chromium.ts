import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";

const NAMES = ["chromium-headless-shell", "chromium", "google-chrome"];
const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
// Of the page's own time, which passes only while it waits for nothing.
const RENDERING_MS = 20_000;
const LIMITS = { timeout: 60_000, maxBuffer: 64 * 1024 * 1024 };

/** A Chromium of this machine: the one that CHROMIUM names, or one on the PATH. */
export function findChromium(): string | undefined {
  const { CHROMIUM: named, PATH = "" } = process.env;
  if (named !== undefined) return named;
  const files = NAMES.flatMap((name) => PATH.split(delimiter).map((dir) => join(dir, name)));
  return files.find((file) => existsSync(file));
}

/** The HTML of a page as a browser shows it, when it has loaded what it needs. */
export async function render(chromium: string, url: string): Promise<string> {
  const profile = await mkdtemp(join(tmpdir(), "tms-chromium-"));
  const own = [`--user-data-dir=${profile}`, `--virtual-time-budget=${RENDERING_MS}`, "--dump-dom"];
  try {
    const { stdout } = await promisify(execFile)(chromium, [...FLAGS, ...own, url], LIMITS);
    return stdout;
  } finally {
    await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}
