import { existsSync } from "node:fs";
import { dataDir, settingsFile } from "./paths.ts";

// Adds the running product's settings to the environment of `demo` and `tms`, unless they are already set.

const file = settingsFile(dataDir());
try {
  if (existsSync(file)) process.loadEnvFile(file);
} catch {
  console.error(
    `This account cannot read ${file}, the settings of the running product. Use the account that ran start.`,
  );
}
