import { existsSync } from "node:fs";
import { dataDir, settingsFile } from "./paths.ts";

// Loaded before `pnpm tms` and `pnpm demo`: lets them find the running stack wherever its data
// lies. What the environment says already counts more.

const file = settingsFile(dataDir());
try {
  if (existsSync(file)) process.loadEnvFile(file);
} catch {
  console.error(
    `This account cannot read ${file}, the settings of the running product. Use the account that ran start.`,
  );
}
