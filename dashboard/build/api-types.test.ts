import { readFile } from "node:fs/promises";
import { openapiDocument } from "@tms/gateway/openapi-document";
import { expect, test } from "vitest";
import { API_TYPES, apiTypes } from "./api-types.ts";

test("the types that the pages are written with are those of the API's document", async () => {
  const written = await readFile(API_TYPES, "utf8");
  const current = await apiTypes(await openapiDocument());
  // To compare as one value: a difference of a long text takes longer to print than to mend.
  expect(written === current, "run `pnpm dashboard:types`").toBe(true);
});
