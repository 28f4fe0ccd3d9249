import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Ajv } from "ajv";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { repository } from "@tms/stack/paths";
import { renderOnly, workloads } from "./chart.ts";
import { artifacts, settings, text } from "./skaffold.ts";

const schemaFile =
  process.env["SKAFFOLD_SCHEMA"] ?? join(repository, "../shared/skaffold/v4beta13.json");
const noSchema = !existsSync(schemaFile);
if (noSchema)
  console.warn(
    `SKIPPED: skaffold.yaml was not checked, as its schema is not at ${schemaFile}; ` +
      "SKAFFOLD_SCHEMA names another place.",
  );

test.skipIf(noSchema)("keeps to the schema of Skaffold", async () => {
  const schema = JSON.parse(await readFile(schemaFile, "utf8")) as object;
  const check = new Ajv({ strict: false }).compile(schema);
  check(parse(text));
  expect(check.errors).toBeNull();
});

test("builds the image, and runs it as a trial", async () => {
  expect(artifacts).toEqual([
    { image: "tms", docker: { dockerfile: "services/image/Dockerfile" } },
  ]);
  const runs = workloads(await renderOnly("tms", ...settings));
  const stores = runs.filter(({ container }) => container.image !== "tms:built");
  expect(stores.map(({ name }) => name)).toEqual(["postgres", "redis"]);
});
