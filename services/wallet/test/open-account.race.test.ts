import { over } from "@tms/kit/database/handle";
import { expect, test } from "vitest";
import { newId } from "@tms/kit/values/ids";
import { testDatabase } from "@tms/kit/testing/database";
import { insertAccounts, type NewAccount } from "../src/db/accounts.ts";
import { connectRaw } from "./raw.ts";

test("an account opened by many at the same instant is opened once, and nobody fails", async () => {
  const database = await testDatabase();
  const connections = Array.from({ length: 6 }, () => connectRaw(database.urlFor("wallet")));
  // The window is narrow: one round in forty meets it.
  for (let round = 0; round < 400; round++) {
    const account: NewAccount = {
      id: newId(),
      gameId: newId(),
      type: "gamer",
      ownerId: newId(),
      currency: "USD",
      floorMinor: 0n,
    };
    await Promise.all(connections.map((db) => insertAccounts(over(db), [account])));
  }
  const [db] = connections;
  expect((await db?.query(`SELECT 1 FROM account`))?.rowCount).toBe(400);
  await Promise.all(connections.map((connection) => connection.end()));
  await database.drop();
});
