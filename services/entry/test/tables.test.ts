import { afterAll, beforeAll, expect, test } from "vitest";
import { describedTables, migratedTables } from "@tms/kit/testing/tables";
import * as tables from "../src/db/tables.ts";
import { startEntry, type EntryUnderTest } from "./service.ts";

let service: EntryUnderTest;
beforeAll(async () => {
  service = await startEntry();
});
afterAll(() => service?.close());

test("the tables that the code describes are those that the migrations make", async () => {
  expect(describedTables(tables)).toEqual(await migratedTables(service.admin, "entry"));
});
