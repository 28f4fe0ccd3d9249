import { writePrivately } from "./folder/folder.ts";
import { settingsFile } from "./paths.ts";
import { StackError } from "./stack-error.ts";
import type { SystemCallers } from "./system/credentials.ts";
import type { GameAccess } from "./system/demo-game.ts";
import { serviceUrls, serviceVariables, type System } from "./system/system.ts";

/** Writes the settings that `demo` and `tms` read: the addresses and secrets of the running product. */
export async function writeSettings(
  folder: string,
  system: System,
  access: GameAccess,
  adminUrl: string,
  callers: SystemCallers,
): Promise<void> {
  const settings = {
    TMS_BASE_URL: system.gatewayUrl,
    PUBLIC_URL: system.gatewayUrl,
    TMS_API_KEY: access.apiKey,
    TMS_GAME_ID: access.gameId,
    ADMIN_DATABASE_URL: adminUrl,
    ...serviceVariables("URL", system.urls),
    CALLER_TOKEN: callers.tokens.cli,
    CALLERS_FILE: callers.file,
    ...serviceVariables("DATABASE_URL", serviceUrls(adminUrl)),
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${quoted(value)}\n`);
  await writePrivately(settingsFile(folder), lines.join(""));
}

/** Quotes a value so that Node and shells read it back. Throws a StackError if no quotes fit a path. */
export function quoted(value: string): string {
  if (!value.includes("'")) return `'${value}'`;
  if (URL.canParse(value)) return `'${value.replaceAll("'", "%27")}'`;
  if (!/["$`\\]/.test(value)) return `"${value}"`;
  throw new StackError(
    `The path ${value} cannot be stored in a settings file because it contains ' and one of " $ \` \\.`,
    "Set TMS_DATA_DIR to a folder whose path does not contain these characters.",
  );
}
