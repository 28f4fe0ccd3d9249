import { expect, test } from "vitest";
import { testDatabase } from "@tms/kit/testing/database";
import { describedTables, migratedTables } from "@tms/kit/testing/tables";
import * as tables from "../src/db/tables.ts";
import { connectRaw } from "./raw.ts";

test("the tables and words that the code describes are those that the migrations make", async () => {
  const database = await testDatabase();
  const admin = connectRaw(database.adminUrl);
  try {
    expect(describedTables(tables)).toEqual(await migratedTables(admin, "wallet"));
    const { rows } = await admin.query<{ types: string; kinds: string }>(
      `SELECT enum_range(NULL::wallet.account_type)::text[] AS types,
         enum_range(NULL::wallet.transfer_kind)::text[] AS kinds`,
    );
    expect(rows).toEqual([
      { types: tables.accountType.enumValues, kinds: tables.transferKind.enumValues },
    ]);
  } finally {
    await admin.end();
    await database.drop();
  }
});
