import { join } from "node:path";

/** The root folder of this package. */
export const packageFolder = join(import.meta.dirname, "..");

/** Where the types of the API's requests and answers are generated. */
export const API_TYPES = join(packageFolder, "src/api/schema.d.ts");
