import { expect } from "vitest";
import { connectTo } from "@tms/kit/rpc/client";
import { newId } from "@tms/kit/values/ids";
import { GameService, KeyMode } from "@tms/proto/tms/game/v1/game";
import { idOf, published, tournamentBody } from "../../harness/tournament.ts";
import { joined } from "../../harness/gamers.ts";
import { gameIn } from "../../harness/game.ts";
import { careful, numberOf } from "./client.ts";
import type { Scene } from "./story.ts";

/** An operator sets up a game, and a key that is not kept. */
export const game: Scene = async (system) => {
  const games = connectTo(GameService, system.urls.game, system.token);
  const name = `Game ${newId()}`;
  const [creation, issue, revocation] = [newId(), newId(), newId()];
  return {
    async act() {
      try {
        const { game: made } = await games.createGame({ requestId: creation, name });
        const gameId = made?.id ?? "";
        const { apiKey } = await games.issueApiKey({
          requestId: issue,
          gameId,
          mode: KeyMode.TEST,
        });
        await games.revokeApiKey({ requestId: revocation, gameId, apiKeyId: apiKey?.id ?? "" });
        return true;
      } catch {
        return false;
      }
    },
    async check() {
      const made = await system.db.query<{ id: string; opened: boolean }>(
        `SELECT id, opened_at IS NOT NULL AS opened FROM game.game WHERE name = $1`,
        [name],
      );
      expect(made.rows).toEqual([{ id: expect.any(String), opened: true }]);
      const gameId = made.rows[0]?.id;
      const countOf = (rows: string) => numberOf(system, `SELECT count(*) FROM ${rows}`, gameId);
      expect(await countOf("wallet.account WHERE owner_id = $1")).toBe(1);
      expect(await countOf("game.api_key WHERE game_id = $1")).toBe(1);
      expect(await countOf("game.api_key WHERE game_id = $1 AND revoked_at IS NULL")).toBe(0);
    },
  };
};

/** A gamer is made known. */
export const gamer: Scene = async (system) => {
  const api = await gameIn(system);
  const request = careful(api, "POST", "/gamer/create", { handle: "ada" });
  return {
    act: async () => (await request()) !== undefined,
    async check() {
      expect((await api.get("/gamer/ada")).status).toBe(200);
      const known = `SELECT count(*) FROM entry.gamer WHERE game_id = $1`;
      expect(await numberOf(system, known, api.gameId)).toBe(1);
    },
  };
};

/** A tournament is made, changed and opened to gamers. */
export const tournament: Scene = async (system) => {
  const api = await gameIn(system);
  const startTime = new Date(Date.now() + 60_000).toISOString();
  const body = tournamentBody(api, { entryFee: 1, startTime });
  const creation = careful(api, "POST", "/tournament/create", body);
  let changes: (() => Promise<{ status: number } | undefined>)[] | undefined;
  return {
    async act() {
      const id = (await creation())?.body.tournament.id;
      if (id === undefined) return false;
      changes ??= [
        careful(api, "PATCH", `/tournament/${id}/update`, { entryFee: 2 }),
        careful(api, "PATCH", `/tournament/${id}/publish`),
      ];
      for (const change of changes) if ((await change())?.status !== 200) return false;
      return true;
    },
    async check() {
      const { tournaments } = (await api.get("/tournament")).body;
      expect(tournaments).toMatchObject([{ status: "published", entryFee: 2 }]);
      const due = `SELECT count(*) FROM settlement.settlement WHERE game_id = $1 AND state = 'scheduled'`;
      await expect.poll(() => numberOf(system, due, api.gameId), { timeout: 10_000 }).toBe(1);
    },
  };
};

/** A gamer is out. */
export const elimination: Scene = async (system) => {
  const api = await gameIn(system);
  const path = await published(api);
  await joined(api, path, "ada", "bob");
  const request = careful(api, "PATCH", `${path}/eliminate`, { gamer: "bob" });
  return {
    act: async () => (await request())?.status === 200,
    async check() {
      const { entries } = (await api.get(`${path}/entries`)).body;
      expect(entries.map((entry) => [entry.gamerHandle, entry.rank])).toEqual([
        ["ada", null],
        ["bob", 2],
      ]);
      const registration = `SELECT eliminated FROM entry.registration WHERE tournament_id = $1`;
      expect(await numberOf(system, registration, idOf(path))).toBe(1);
    },
  };
};
