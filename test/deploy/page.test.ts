import type { V1PodSpec, V1Service } from "@kubernetes/client-node";
import { readEnv, serviceConfig } from "@tms/kit/process/config";
import { repository } from "@tms/stack/paths";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv, promisify } from "node:util";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { chart, find, processes, renderOnly, workload, workloads, type Workload } from "./chart.ts";
import { settings, settingsOfDev } from "./skaffold.ts";

const PAGES = [
  "deploy.md",
  "deploy/secrets.md",
  "deploy/access.md",
  "deploy/values.md",
  "operations/rotation.md",
];

/** The operators' pages with commands and values, one after the other. */
const page = (
  await Promise.all(PAGES.map((file) => readFile(join(repository, "docs", file), "utf8")))
).join("\n");

/** The pages' blocks in a language, in order. */
const blocks = (language: string): string[] =>
  Array.from(page.matchAll(/^```(\w+)\n(.*?)^```$/gms))
    .filter(([, written]) => written === language)
    .map(([, , text = ""]) => text);

/** The one block in a language with these words. */
function block(language: string, words: string): string {
  const [found, ...others] = blocks(language).filter((text) => text.includes(words));
  if (found === undefined || others.length > 0)
    throw new Error(`One ${language} block should have: ${words}`);
  return found;
}

/** Secrets by name, and by key. */
type Secrets = Partial<Record<string, Partial<Record<string, string>>>>;

interface List {
  items: { metadata: { name: string }; stringData: Record<string, string> }[];
}

/** Runs the page's command that prints Secrets, with the URLs of the page. */
async function makeSecrets(): Promise<Secrets> {
  const command = /cli (secrets print)/.exec(block("sh", "secrets print"))?.[1] ?? "";
  const given = parseEnv(block("ini", "ADMIN_DATABASE_URL"));
  const tms = join(repository, "services/cli/src/main.ts");
  const { stdout } = await promisify(execFile)(process.execPath, [tms, ...command.split(" ")], {
    env: { ...process.env, ...given },
  });
  const { items } = JSON.parse(stdout) as List;
  const secrets = items.map(({ metadata, stringData }) => [metadata.name, stringData]);
  // An operator has the certificates.
  return { ...(Object.fromEntries(secrets) as Secrets), "tms-ca": { "ca.crt": "certificates" } };
}

// Histories and lists of processes keep command lines.
test("puts no secret on a command line", () => {
  for (const text of blocks("sh")) expect(text).not.toMatch(/--from-literal|--patch[ =]|-p '/);
});

test("says how many connections the defaults take of Postgres", async () => {
  const { defaults } = parse(await readFile(join(chart, "values.yaml"), "utf8")) as {
    defaults: { replicas: number };
  };
  const services = processes.filter(({ database }) => database).length;
  const env = { DATABASE_URL: "postgres://a/b", CALLERS_FILE: "c" };
  const { poolSize } = serviceConfig(readEnv(env), 0).database;
  // Identity needs no connection besides its pool.
  const usual = defaults.replicas * (services * (poolSize + 1) - 1);
  const told = /total is (\d+) connections, and (\d+) during an upgrade/.exec(
    page.replaceAll(/\s+/g, " "),
  );
  // Old pods may still run when all new pods are ready.
  expect(told?.slice(1).map(Number)).toEqual([usual, 2 * usual]);
});

const secrets = await makeSecrets();
const site = await renderSite();

/** Renders the chart with the values of the page. */
async function renderSite() {
  const folder = await mkdtemp(join(tmpdir(), "tms-site-"));
  try {
    const file = join(folder, "site.yaml");
    await writeFile(file, block("yaml", "PUBLIC_URL: https"));
    const own = "--set=tls.caSecret=tms-ca,secrets.existing=true";
    return await renderOnly("tms", "--values", file, own);
  } finally {
    await rm(folder, { recursive: true });
  }
}

test.for(processes)("gives $name valid settings, here and in Skaffold", async ({ name }) => {
  const developed = await renderOnly("tms", ...settings);
  const dev = await renderOnly("tms", ...settingsOfDev);
  for (const manifests of [site, developed, dev]) await readSettings(workload(manifests, name));
  expect(workload(dev, name).manifest.spec).toMatchObject({ replicas: 1 });
});

test("gives the command line every address it needs", async () => {
  const clients = await readFile(join(repository, "services/cli/src/clients.ts"), "utf8");
  const asked = Array.from(clients.matchAll(/"([A-Z]+)_URL"/g), ([, name = ""]) => name);
  const { env } = workload(site, "cli");
  for (const service of new Set([...asked, "GATEWAY"])) {
    const { hostname, port } = new URL(env[`${service}_URL`]?.value ?? "");
    expect(hostname).toMatch(`tms-${service.toLowerCase()}`);
    const { spec } = find<V1Service>(site, "Service", hostname);
    expect(spec?.ports?.[0]?.port).toBe(Number(port || 80));
  }
  // Links of invitations lead to the gateway.
  expect(block("yaml", "MAIL_FROM")).toContain(`PUBLIC_URL: ${env["PUBLIC_URL"]?.value}\n`);
});

test("creates the Secrets that the site refers to, and no others", () => {
  const all = workloads(site).map(({ pod }) => pod);
  const made = Object.entries(secrets).flatMap(([name, keys]) =>
    Object.keys(keys ?? {}).map((key) => `${name} ${key}`),
  );
  expect(made.toSorted()).toEqual([...new Set(all.flatMap(keysOf))].toSorted());
});

function keysOf({ containers, volumes = [] }: V1PodSpec): string[] {
  const read = containers.flatMap(({ env = [] }) =>
    env.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef ?? []),
  );
  return [
    ...read.map(({ name, key }) => `${name} ${key}`),
    ...volumes.flatMap(({ secret }) =>
      (secret?.items ?? []).map(({ key }) => `${secret?.secretName} ${key}`),
    ),
  ];
}

/** The environment of the image. */
const recipe = await readFile(join(repository, "services/image/Dockerfile"), "utf8");
const imageEnv = Object.fromEntries(
  (/^ENV (.*)$/m.exec(recipe)?.[1] ?? "").split(" ").map((setting) => setting.split("=")),
) as NodeJS.ProcessEnv;

/** Lets a process read its settings as in its pod. Rejects if the process refuses them. */
async function readSettings({ name, container }: Workload): Promise<void> {
  const variables = (container.env ?? []).map((variable) => {
    const from = variable.valueFrom?.secretKeyRef;
    return [variable.name, from ? secrets[from.name ?? ""]?.[from.key] : variable.value];
  });
  const [file, reader] =
    name === "gateway"
      ? ["gateway/src/config.ts", "readConfig"]
      : [`services/${name}/src/context.ts`, `${name}.readConfig`];
  const read = `(await import(${JSON.stringify(join(repository, file))})).${reader}()`;
  const env = { ...imageEnv, ...Object.fromEntries(variables) } as NodeJS.ProcessEnv;
  await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", read], { env });
}
