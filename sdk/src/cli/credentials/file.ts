import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { Refusal } from "../framework/errors.ts";

/** The environment that commands act in. */
export interface EnvironmentInUse {
  id: string;
  mode: "live" | "test";
  gameName: string;
}

/** Somebody who is signed in at a service. */
export interface Session {
  accessToken: string;
  /** When the access token expires. */
  expiresAt: string;
  /** Gets the next tokens, once. */
  refreshToken: string;
  user: { id: string; name: string; email: string };
  environment?: EnvironmentInUse;
}

/** What the file holds. */
export interface Credentials {
  /** The service that was signed in to last, by its URL. */
  current?: string;
  sessions: Record<string, Session>;
}

/** Where the file is: in the user's configuration folder. */
export function credentialsFile(env: NodeJS.ProcessEnv): string {
  const { XDG_CONFIG_HOME, APPDATA } = env;
  const folder =
    XDG_CONFIG_HOME ||
    (process.platform === "win32" && APPDATA ? APPDATA : join(env["HOME"] || homedir(), ".config"));
  return join(folder, "tms", "credentials.json");
}

/** What it holds; nothing where there is none yet. Throws a Refusal for one that cannot be read. */
export async function readCredentials(env: NodeJS.ProcessEnv): Promise<Credentials> {
  const file = credentialsFile(env);
  try {
    const json = JSON.parse(await readFile(file, "utf8")) as Partial<Credentials> | null;
    return { ...json, sessions: json?.sessions ?? {} };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return { sessions: {} };
    throw new Refusal(
      `${file} cannot be read (${(error as Error).message}). Delete the file, and run \`tms login\`.`,
    );
  }
}

/**
 * Changes what the file holds, for its owner's eyes alone. Readers see it as it was before or after.
 */
export async function changeCredentials(
  env: NodeJS.ProcessEnv,
  change: (credentials: Credentials) => Credentials,
): Promise<void> {
  const file = credentialsFile(env);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  const text = `${JSON.stringify(change(await readCredentials(env)), null, 2)}\n`;
  try {
    await writeFile(draft, text, { mode: 0o600 });
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
