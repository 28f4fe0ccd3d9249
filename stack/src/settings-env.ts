import { existsSync } from "node:fs";
import { dataDir, settingsFile } from "./paths.ts";

// Adds the settings of the running product to the environment of `demo` and `tms`. Variables that are
// already set take precedence.

const file = settingsFile(dataDir());
try {
  if (existsSync(file)) process.loadEnvFile(file);
} catch {
  console.error(
    `This account cannot read ${file}, the settings of the running product. Use the account that ran start.`,
  );
}
