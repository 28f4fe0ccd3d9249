import { afterAll, beforeAll, expect, test } from "vitest";
import { describedTables, migratedTables } from "@tms/kit/testing/tables";
import * as tables from "../src/db/tables.ts";
import { startGame, type GameUnderTest } from "./service.ts";

let game: GameUnderTest;
beforeAll(async () => {
  game = await startGame();
});
afterAll(() => game.stop());

test("the tables that the code describes are those that the migrations make", async () => {
  expect(describedTables(tables)).toEqual(await migratedTables(game.admin, "game"));
});
