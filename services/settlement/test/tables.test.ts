import { afterAll, beforeAll, expect, test } from "vitest";
import { describedTables, migratedTables } from "@tms/kit/testing/tables";
import * as tables from "../src/db/tables.ts";
import { startSettlement, type SettlementUnderTest } from "./service.ts";

let service: SettlementUnderTest;
beforeAll(async () => {
  service = await startSettlement();
});
afterAll(() => service.close());

test("the tables that the code describes are those that the migrations make", async () => {
  expect(describedTables(tables)).toEqual(await migratedTables(service.admin, "settlement"));
});
