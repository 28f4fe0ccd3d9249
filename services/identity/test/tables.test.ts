import { afterAll, beforeAll, expect, test } from "vitest";
import { describedTables, migratedTables } from "@tms/kit/testing/tables";
import * as tables from "../src/db/tables.ts";
import { startIdentity, type IdentityUnderTest } from "./service.ts";

let identity: IdentityUnderTest;
beforeAll(async () => void (identity = await startIdentity()));
afterAll(() => identity.stop());

test("the tables that the code describes are those that the migrations make", async () => {
  expect(describedTables(tables)).toEqual(await migratedTables(identity.admin, "identity"));
});
