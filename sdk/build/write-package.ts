import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packSdk } from "./pack.ts";

// `pnpm sdk:pack [FOLDER]` prints where the archive is that can be published.
const folder = process.argv[2] ?? (await mkdtemp(join(tmpdir(), "tms-sdk-")));
console.log(await packSdk(folder));
