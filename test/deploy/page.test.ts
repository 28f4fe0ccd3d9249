import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { V1Pod, V1Service } from "@kubernetes/client-node";
import { readEnv, serviceConfig } from "@tms/kit/process/config";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { repository } from "@tms/stack/paths";
import { chart, find, processes, render } from "./chart.ts";
import { block, blocks, page } from "./page.ts";

const pod = parse(block("yaml", "kind: Pod")) as V1Pod;

test("no secret is on a command line of the page, where history and process lists would keep it", () => {
  for (const text of blocks("sh")) expect(text).not.toMatch(/--from-literal|--patch[ =]|-p '/);
});

test("what the page has its readers paste works in zsh too, which takes no comments there", () => {
  for (const text of blocks("sh")) expect(text).not.toMatch(/(^|\s)#/);
});

test("the page's pod has every address that the command line asks for", async () => {
  const clients = await readFile(join(repository, "services/cli/src/clients.ts"), "utf8");
  const asked = Array.from(clients.matchAll(/"([A-Z]+)_URL"/g), ([, name = ""]) => name);
  const env = pod.spec?.containers[0]?.env ?? [];
  const valueOf = (name: string) => env.find((variable) => variable.name === name)?.value ?? "";
  const manifests = await render();
  for (const service of new Set(asked)) {
    const { hostname, port } = new URL(valueOf(`${service}_URL`));
    expect(hostname).toBe(`tms-${service.toLowerCase()}`);
    const { spec } = find<V1Service>(manifests, "Service", hostname);
    expect(spec?.ports?.[0]?.port).toBe(Number(port));
  }
  // Links of invitations lead there; it must be what the gateway says.
  expect(block("yaml", "MAIL_FROM")).toContain(`PUBLIC_URL: ${valueOf("PUBLIC_URL")}\n`);
});

test("the page tells how many connections the chart's defaults may take of Postgres", async () => {
  const { defaults } = parse(await readFile(join(chart, "values.yaml"), "utf8")) as {
    defaults: { replicas: number };
  };
  let ofOneReplicaEach = 0;
  for (const { name } of processes.filter(({ database }) => database))
    ofOneReplicaEach += poolSize() + ((await hasOwnConnection(name)) ? 1 : 0);
  const usual = defaults.replicas * ofOneReplicaEach;
  const told = /that is (\d+) connections, and (\d+) during an upgrade/.exec(
    page.replaceAll(/\s+/g, " "),
  );
  // Old pods may still be finishing when all new ones are ready.
  expect(told?.slice(1).map(Number)).toEqual([usual, 2 * usual]);
});

const poolSize = (): number =>
  serviceConfig(readEnv({ DATABASE_URL: "postgres://a/b", CALLERS_FILE: "c" }), 0).database
    .poolSize;

/** By text: whether a service publishes events, or listens for them, on a connection beside its pool. */
async function hasOwnConnection(name: string): Promise<boolean> {
  for await (const file of glob(`services/${name}/src/**/*.ts`, { cwd: repository }))
    if (/\b(createPublisher|listenTo)\(/.test(await readFile(join(repository, file), "utf8")))
      return true;
  return false;
}
