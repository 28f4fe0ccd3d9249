import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { V1Pod, V1PodSpec } from "@kubernetes/client-node";
import { parseCallers } from "@tms/kit/callers/file";
import { productCallers } from "@tms/kit/callers/rights";
import { digestCallerToken } from "@tms/kit/callers/token";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { processes, renderOnly, workload, workloads } from "./chart.ts";
import { block, makeSecrets } from "./page.ts";
import { settings, settingsOfDev } from "./skaffold.ts";
import { readSettings } from "./start.ts";

const secrets = await makeSecrets();
const site = await renderSite();

/** The chart with the page's own values, and the Secret that the page makes for an authority. */
async function renderSite() {
  const folder = await mkdtemp(join(tmpdir(), "tms-site-"));
  try {
    const file = join(folder, "site.yaml");
    await writeFile(file, block("yaml", "PUBLIC_URL: https"));
    return await renderOnly("tms", "--values", file, "--set=tls.caSecret=tms-ca");
  } finally {
    await rm(folder, { recursive: true });
  }
}

test.for(processes)(
  "$name takes the settings of a site that follows the page",
  async ({ name }) => {
    await readSettings(workload(site, name), secrets);
  },
);

test.for(processes)("$name takes the settings that Skaffold gives it", async ({ name }) => {
  await readSettings(workload(await renderOnly("tms", ...settings), name), secrets);
});

test("`skaffold dev` runs one replica of each", async () => {
  const manifests = await renderOnly("tms", ...settingsOfDev);
  for (const { name } of processes) {
    const { manifest, env } = workload(manifests, name);
    expect(manifest.spec).toMatchObject({ replicas: 1 });
    expect(env["LOG_LEVEL"]?.value).toBe("debug");
  }
});

test("the page makes the Secrets that its site refers to, key by key, and no other", () => {
  const pod = (parse(block("yaml", "kind: Pod")) as V1Pod).spec;
  const all = [...workloads(site).map((one) => one.pod), ...(pod ? [pod] : [])];
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

test("the page gives a token to each of the product's callers, and services know them all", () => {
  const known = parseCallers(secrets["tms-callers"]?.["callers.json"] ?? "");
  const tokenOf = (name: string) => secrets[`tms-caller-${name}`]?.["token"] ?? "";
  const given = productCallers.map((name) => ({
    name,
    digests: [digestCallerToken(tokenOf(name))],
  }));
  expect(known).toHaveLength(given.length);
  expect(known).toEqual(expect.arrayContaining(given));
});

test("the page's URLs name the roles that the migration gives passwords to, each its own", () => {
  const owners = processes.filter(({ database }) => database).map(({ name }) => name);
  const urls = owners.map((name) => new URL(secrets["tms-services"]?.[`${name}-url`] ?? ""));
  expect(urls.map(({ username }) => username)).toEqual(owners.map((name) => `tms_${name}`));
  expect(new Set(urls.map(({ password }) => password)).size).toBe(owners.length);
  const admin = new URL(secrets["tms-admin"]?.["admin-url"] ?? "");
  for (const url of urls)
    expect([url.host, url.pathname, url.search]).toEqual([
      admin.host,
      admin.pathname,
      admin.search,
    ]);
});
