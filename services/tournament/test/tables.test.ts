import { afterAll, beforeAll, expect, test } from "vitest";
import { describedTables, migratedTables } from "@tms/kit/testing/tables";
import * as tables from "../src/db/tables.ts";
import { startTournament, type TournamentUnderTest } from "./service.ts";

let service: TournamentUnderTest;
beforeAll(async () => {
  service = await startTournament();
});
afterAll(() => service.stop());

test("the tables that the code describes are those that the migrations make", async () => {
  expect(describedTables(tables)).toEqual(await migratedTables(service.admin, "tournament"));
});
