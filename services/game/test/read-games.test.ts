import { newId } from "@tms/kit/values/ids";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startGame, type GameUnderTest } from "./service.ts";

let game: GameUnderTest;
const ids: string[] = [];
beforeAll(async () => {
  game = await startGame();
  for (const name of ["a", "b", "c", "d", "e"]) {
    const made = await game.client.createGame({ requestId: newId(), name });
    ids.unshift(made.testGame?.id ?? "", made.game?.id ?? "");
  }
});
afterAll(() => game.stop());

describe("GetGame", () => {
  test("refuses an unknown id", async () => {
    await expect(game.client.getGame({ gameId: newId() })).rejects.toMatchObject({
      reason: "GAME_NOT_FOUND",
    });
  });

  test("refuses an id that is none", async () => {
    await expect(game.client.getGame({ gameId: "1" })).rejects.toMatchObject({
      fields: [{ field: "game_id" }],
    });
  });
});

describe("ListGames", () => {
  test("lists environments newest first", async () => {
    const { games, nextPageToken } = await game.client.listGames({});
    expect(games.map((listed) => listed.id)).toEqual(ids);
    expect(nextPageToken).toBe("");
  });

  test("pages through all of them, each once", async () => {
    const seen: string[] = [];
    let pageToken = "";
    do {
      const page = await game.client.listGames({ pageSize: 2, pageToken });
      expect(page.games.length).toBeLessThanOrEqual(2);
      seen.push(...page.games.map((listed) => listed.id));
      pageToken = page.nextPageToken;
    } while (pageToken !== "");
    expect(seen).toEqual(ids);
  });

  test("refuses a page token it did not issue", async () => {
    await expect(game.client.listGames({ pageToken: "nonsense" })).rejects.toMatchObject({
      reason: "INVALID_PAGE_TOKEN",
    });
  });
});
