import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Backing } from "./backing.ts";
import type { GameAccess } from "./demo-game.ts";
import { dataDir, repository } from "./paths.ts";
import type { System } from "./system.ts";

/**
 * Leaves the running stack's addresses and secrets where `pnpm demo` and `pnpm tms` read their
 * environment from; only the file's owner can read it.
 */
export async function writeSettings(
  system: System,
  access: GameAccess,
  backing: Pick<Backing, "adminUrl">,
): Promise<void> {
  const { urls } = system;
  const settings = {
    TMS_BASE_URL: system.gatewayUrl,
    TMS_API_KEY: access.apiKey,
    TMS_GAME_ID: access.gameId,
    ADMIN_DATABASE_URL: backing.adminUrl,
    GAME_URL: urls.game,
    TOURNAMENT_URL: urls.tournament,
    ENTRY_URL: urls.entry,
    WALLET_URL: urls.wallet,
    SETTLEMENT_URL: urls.settlement,
  };
  // Where package.json has the commands look, unless the data was put elsewhere on purpose.
  const folder = process.env["TMS_DATA_DIR"] ? dataDir() : join(repository, ".data");
  await mkdir(folder, { recursive: true });
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  await writeFile(join(folder, "tms.env"), lines.join(""), { mode: 0o600 });
}
