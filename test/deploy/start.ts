import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { repository } from "@tms/stack/paths";
import type { Workload } from "./chart.ts";
import type { Secrets } from "./page.ts";

/** What every image sets. */
const recipe = await readFile(join(repository, "services/Dockerfile"), "utf8");
const imageEnv = Object.fromEntries(
  (/^ENV (.*)$/m.exec(recipe)?.[1] ?? "").split(" ").map((setting) => setting.split("=")),
) as NodeJS.ProcessEnv;

/**
 * Has a process read its settings as in its pod: from what the image, the chart and the Secrets say.
 * Rejects with what the process says of them.
 */
export async function readSettings(workload: Workload, secrets: Secrets): Promise<void> {
  const { name } = workload;
  const file = `${name === "gateway" ? name : `services/${name}`}/src/config.ts`;
  const read = `(await import(${JSON.stringify(join(repository, file))})).readConfig()`;
  const env = { ...imageEnv, ...environmentOf(workload, secrets) };
  await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", read], { env });
}

function environmentOf({ container }: Workload, secrets: Secrets): NodeJS.ProcessEnv {
  const variables = (container.env ?? []).map(({ name, value, valueFrom }) => {
    const from = valueFrom?.secretKeyRef;
    return [name, from ? secrets[from.name ?? ""]?.[from.key] : value];
  });
  return Object.fromEntries(variables) as NodeJS.ProcessEnv;
}
