import { writeFile } from "node:fs/promises";
import type { Backing } from "./system/backing.ts";
import type { SystemCallers } from "./system/callers.ts";
import type { GameAccess } from "./system/demo-game.ts";
import { folderFailure, leaveToOwner } from "./folder/folder.ts";
import { settingsFile } from "./paths.ts";
import { StackError } from "./stack-error.ts";
import { addressVariables, serviceUrls, type System } from "./system/system.ts";

/**
 * Leaves the running stack's addresses and secrets where `pnpm demo` and `pnpm tms` read their
 * environment from; only the file's owner can read it.
 */
export async function writeSettings(
  folder: string,
  system: System,
  access: GameAccess,
  backing: Pick<Backing, "adminUrl">,
  callers: SystemCallers,
): Promise<void> {
  const settings = {
    TMS_BASE_URL: system.gatewayUrl,
    PUBLIC_URL: system.gatewayUrl,
    TMS_API_KEY: access.apiKey,
    TMS_GAME_ID: access.gameId,
    ADMIN_DATABASE_URL: backing.adminUrl,
    ...addressVariables(system.urls),
    CALLER_TOKEN: callers.tokens.cli,
    CALLERS_FILE: callers.file,
  };
  const databaseUrls = Object.entries(serviceUrls(backing.adminUrl)).map(
    ([name, url]) => [`${name.toUpperCase()}_DATABASE_URL`, url] as const,
  );
  const lines = [...Object.entries(settings), ...databaseUrls].map(
    ([name, value]) => `${name}=${quoted(value)}\n`,
  );
  const file = settingsFile(folder);
  try {
    await writeFile(file, lines.join(""), { mode: 0o600 });
    leaveToOwner(folder, [file]);
  } catch (error) {
    throw folderFailure(folder, error);
  }
}

/**
 * A value as both Node and shells read it back. What stands in single quotes they take as it is;
 * in a URL such a quote has a code, and a path that has one stands in double quotes.
 */
export function quoted(value: string): string {
  if (!value.includes("'")) return `'${value}'`;
  if (URL.canParse(value)) return `'${value.replaceAll("'", "%27")}'`;
  if (!/["$`\\]/.test(value)) return `"${value}"`;
  throw new StackError(
    `The path ${value} cannot be stored in a settings file because it contains ' and one of " $ \` \\.`,
    "Set TMS_DATA_DIR to a folder whose path does not contain these characters.",
  );
}
