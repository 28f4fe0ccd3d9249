import { access, constants } from "node:fs/promises";
import { delimiter, join } from "node:path";

/** Returns whether a program is installed. */
export async function isInstalled(program: string): Promise<boolean> {
  const folders = program.includes("/") ? [""] : (process.env["PATH"] ?? "").split(delimiter);
  const found = folders.map((folder) => access(join(folder, program), constants.X_OK));
  return (await Promise.allSettled(found)).some(({ status }) => status === "fulfilled");
}
