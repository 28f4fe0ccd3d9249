import { join } from "node:path";

export const packageFolder = join(import.meta.dirname, "..");

export const API_TYPES = join(packageFolder, "src/api/schema.d.ts");
