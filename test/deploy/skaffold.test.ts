import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Ajv } from "ajv";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { repository } from "@tms/stack/paths";
import { processes, renderOnly, workloads } from "./chart.ts";
import { artifacts, settings, text } from "./skaffold.ts";

const schemaFile =
  process.env["SKAFFOLD_SCHEMA"] ?? join(repository, "../shared/skaffold/v4beta13.json");
const noSchema = !existsSync(schemaFile);
if (noSchema)
  console.warn(
    `SKIPPED: skaffold.yaml was not checked, as its schema is not at ${schemaFile}; ` +
      "SKAFFOLD_SCHEMA names another place.",
  );

/** Packages of the workspace that others may depend on. */
const FOLDERS: Record<string, string> = {
  "@tms/proto": "proto",
  "@tms/kit": "services/kit",
  "@tms/resources": "services/resources",
};

test.skipIf(noSchema)("keeps to the schema of Skaffold", async () => {
  const schema = JSON.parse(await readFile(schemaFile, "utf8")) as object;
  const check = new Ajv({ strict: false }).compile(schema);
  check(parse(text));
  expect(check.errors).toBeNull();
});

test("builds an image of every process and of the command line by one recipe", () => {
  const wanted = [...processes.map(({ name }) => name), "cli"].map((name) => `tms-${name}`);
  expect(new Set(artifacts.map(({ image }) => image))).toEqual(new Set(wanted));
  for (const { docker } of artifacts) expect(docker.dockerfile).toBe("services/Dockerfile");
});

test.for(artifacts)("copies every package of $image", async (artifact) => {
  const manifest = join(repository, artifact.docker.buildArgs.DIR, "package.json");
  const { name, dependencies } = JSON.parse(await readFile(manifest, "utf8")) as {
    name: string;
    dependencies: Record<string, string>;
  };
  expect(name).toBe(artifact.image.replace("tms-", "@tms/"));
  const recipe = await readFile(join(repository, "services/Dockerfile"), "utf8");
  const own = Object.keys(dependencies).filter((dependency) => dependency.startsWith("@tms/"));
  const copied = own.filter((dependency) =>
    recipe.includes(`COPY ${FOLDERS[dependency]}/package.json`),
  );
  expect(copied).toEqual(own);
});

test("runs the built images", async () => {
  for (const { name, container } of workloads(await renderOnly("tms", ...settings)))
    expect(container.image).toBe(`tms-${name === "migrate" ? "cli" : name}:built`);
});
