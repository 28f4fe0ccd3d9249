import { expect } from "vitest";
import { timestampNow } from "@bufbuild/protobuf/wkt";
import { connectTo } from "@tms/kit/rpc/client";
import { newId } from "@tms/kit/values/ids";
import { GameService, KeyState } from "@tms/proto/tms/game/v1/game";
import { idOf, published, tournamentBody } from "../../harness/tournament.ts";
import { joined } from "../../harness/gamers.ts";
import { gameIn } from "../../harness/game.ts";
import { careful, numberOf } from "./client.ts";
import type { Scene } from "./story.ts";
import type { CrashSystem } from "./system.ts";

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
        const { apiKey } = await games.issueApiKey({ requestId: issue, gameId });
        await games.revokeApiKey({ requestId: revocation, gameId, apiKeyId: apiKey?.id ?? "" });
        return true;
      } catch {
        return false;
      }
    },
    async check() {
      const made = await environmentsOf(system, name);
      const opened = { id: expect.any(String), opened: true, closed: false };
      expect(made).toEqual([
        { ...opened, mode: "live" },
        { ...opened, mode: "test" },
      ]);
      for (const { id } of made) expect(await accountsOf(system, id)).toBe(1);
      const gameId = made[0]?.id;
      const countOf = (rows: string) => numberOf(system, `SELECT count(*) FROM ${rows}`, gameId);
      expect(await countOf("game.api_key WHERE game_id = $1")).toBe(1);
      expect(await countOf("game.api_key WHERE game_id = $1 AND revoked_at IS NULL")).toBe(0);
    },
  };
};

/** A game gets another name and a new test environment. */
export const environments: Scene = async (system) => {
  const games = connectTo(GameService, system.urls.game, system.token);
  const name = `Game ${newId()}`;
  const made = await games.createGame({ requestId: newId(), name: "Chess" });
  const projectId = made.game?.projectId ?? "";
  await games.issueApiKey({ requestId: newId(), gameId: made.testGame?.id ?? "" });
  const [renaming, reset] = [newId(), newId()];
  return {
    async act() {
      try {
        await games.renameGame({ requestId: renaming, projectId, name });
        await games.resetTestGame({ requestId: reset, projectId, name });
        return true;
      } catch {
        return false;
      }
    },
    async check() {
      const rows = await environmentsOf(system, name);
      const opened = { id: expect.any(String), opened: true };
      expect(rows).toEqual([
        { ...opened, mode: "live", closed: false },
        { ...opened, mode: "test", closed: true },
        { ...opened, mode: "test", closed: false },
      ]);
      for (const { id } of rows) expect(await accountsOf(system, id)).toBe(1);
      const live = (await games.getGame({ gameId: made.game?.id ?? "" })).game;
      expect(live?.siblingId).toBe(rows[2]?.id);
      const working = `SELECT count(*) FROM game.api_key WHERE game_id = $1 AND revoked_at IS NULL`;
      expect(await numberOf(system, working, made.testGame?.id)).toBe(0);
    },
  };
};

/** A key is changed, used and rolled. */
export const key: Scene = async (system) => {
  const games = connectTo(GameService, system.urls.game, system.token);
  const { gameId } = await gameIn(system);
  const issued = await games.issueApiKey({ requestId: newId(), gameId, name: "backend" });
  const apiKeyId = issued.apiKey?.id ?? "";
  const [change, rolling] = [newId(), newId()];
  return {
    async act() {
      try {
        await games.updateApiKey({ requestId: change, gameId, apiKeyId, name: "server" });
        const use = { apiKeyId, useTime: timestampNow(), address: "192.0.2.1" };
        await games.recordApiKeyUses({ uses: [use] });
        await games.rollApiKey({ requestId: rolling, gameId, apiKeyId });
        return true;
      } catch {
        return false;
      }
    },
    async check() {
      const { apiKeys } = await games.listApiKeys({ gameId });
      const [successor, rolled, ...others] = apiKeys.filter(({ name }) => name === "server");
      expect(others).toEqual([]);
      expect(successor).toMatchObject({ state: KeyState.ACTIVE, replaces: apiKeyId });
      expect(rolled).toMatchObject({
        id: apiKeyId,
        state: KeyState.ROLLING,
        replacedBy: successor?.id,
        lastUseAddress: "192.0.2.1",
      });
    },
  };
};

/** The environments of the game of that name, live first, then test from the oldest on. */
async function environmentsOf({ db }: CrashSystem, name: string) {
  const { rows } = await db.query<{ id: string; mode: string; opened: boolean; closed: boolean }>(
    `SELECT game.id, mode, opened_at IS NOT NULL AS opened, closed_at IS NOT NULL AS closed
     FROM game.game JOIN game.project ON project.id = project_id
     WHERE name = $1 ORDER BY mode, game.id`,
    [name],
  );
  return rows;
}

const accountsOf = (system: CrashSystem, gameId: string) =>
  numberOf(system, `SELECT count(*) FROM wallet.account WHERE owner_id = $1`, gameId);

/** A backend uses its key, which the gateway notes beside the request. */
export const keyUse: Scene = async (system) => {
  const api = await gameIn(system);
  const request = careful(api, "GET", "/tournament");
  const used = `SELECT count(*) FROM game.api_key WHERE game_id = $1 AND last_used_at IS NOT NULL`;
  return {
    act: async () => (await request())?.status === 200,
    async check() {
      await expect.poll(() => numberOf(system, used, api.gameId)).toBe(1);
    },
  };
};

/** A gamer is made known, and shown by a name. */
export const gamer: Scene = async (system) => {
  const api = await gameIn(system);
  const creation = careful(api, "POST", "/gamer/create", { handle: "ada" });
  const naming = careful(api, "PATCH", "/gamer/ada/update", { displayName: "Ada" });
  return {
    act: async () => (await creation()) !== undefined && (await naming())?.status === 200,
    async check() {
      expect((await api.get("/gamer/ada")).body.gamer).toMatchObject({ displayName: "Ada" });
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
      await expect.poll(() => numberOf(system, due, api.gameId)).toBe(1);
    },
  };
};

/** A tournament's metadata is replaced, which is told once. */
export const metadata: Scene = async (system) => {
  const api = await gameIn(system);
  const path = await published(api);
  const request = careful(api, "PATCH", `${path}/metadata`, { metadata: { season: 3 } });
  return {
    act: async () => (await request())?.status === 200,
    async check() {
      expect((await api.get(path)).body.tournament).toMatchObject({ metadata: { season: 3 } });
      const told = `SELECT count(*) FROM events.event
        WHERE game_id = $1 AND type = 'tournament.updated'`;
      await expect.poll(() => numberOf(system, told, api.gameId)).toBe(1);
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
