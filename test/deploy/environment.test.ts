import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { repository } from "@tms/stack/paths";
import { chart, processes, production, render, workload } from "./chart.ts";

const site = await render(...production);
// Node itself reads the one; see pods.test.ts.
const given = (name: string) =>
  Object.keys(workload(site, name).env).filter((variable) => variable !== "NODE_EXTRA_CA_CERTS");

test.for(processes)("$name reads every variable the chart gives it", async ({ name }) => {
  const read = [
    ...(await ownNames(name)),
    ...(await namesIn("services/kit/src/process/config.ts")),
  ];
  expect(read).toEqual(expect.arrayContaining(given(name)));
});

test.for(processes)(
  "$name is given who may call it, and who it is",
  async ({ name, protocol, clients }) => {
    const needed = [
      ...(protocol === "grpc" ? ["CALLERS_FILE"] : []),
      ...(clients.length > 0 ? ["CALLER_TOKEN"] : []),
    ];
    expect(given(name).filter((variable) => variable.startsWith("CALLER"))).toEqual(needed);
  },
);

test.for(processes)("$name is given every address it needs", async ({ name, database }) => {
  const needed = (await ownNames(name)).filter((variable) => variable.endsWith("_URL"));
  if (database) needed.push("DATABASE_URL");
  // Outside production only: there the queue is kept in Redis.
  const optional = ["QUEUE_DATABASE_URL"];
  expect(given(name)).toEqual(
    expect.arrayContaining(needed.filter((variable) => !optional.includes(variable))),
  );
});

test("the migration is given the URL of every service that has migrations", async () => {
  const owners = ["ADMIN"];
  for await (const folder of glob("services/*/migrations", { cwd: repository }))
    owners.push(folder.split("/").at(1)?.toUpperCase() ?? "");
  const urls = owners.map((owner) => `${owner}_DATABASE_URL`);
  expect(new Set(given("migrate"))).toEqual(new Set(urls));
});

test("every variable an operator may set is in the operator's page", async () => {
  // JSON is YAML.
  const schema: unknown = parse(await readFile(join(chart, "values.schema.json"), "utf8"));
  const { definitions } = schema as {
    definitions: { process: { properties: { env: { properties: object } } } };
  };
  const page = await readFile(join(repository, "docs/deploy.md"), "utf8");
  for (const variable of Object.keys(definitions.process.properties.env.properties))
    expect(page).toContain(`\`${variable}\``);
});

/** By text: a process's config.ts is the only file of it that names variables. */
const ownNames = (name: string) =>
  namesIn(`${name === "gateway" ? name : `services/${name}`}/src/config.ts`);

async function namesIn(file: string): Promise<string[]> {
  const text = await readFile(join(repository, file), "utf8");
  return [...text.matchAll(/"([A-Z][A-Z0-9_]+)"/g)].map((match) => match[1] ?? "");
}
