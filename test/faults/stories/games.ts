import { expect } from "vitest";
import { timestampNow } from "@bufbuild/protobuf/wkt";
import { newId } from "@tms/kit/values/ids";
import { KeyState } from "@tms/proto/tms/game/v1/game";
import { gameIn, gamesAt } from "../../harness/game.ts";
import { careful, countOf, type CrashSystem, replies, type Story } from "../crash-system.ts";

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
  countOf(system, `SELECT count(*) FROM wallet.account WHERE owner_id = $1`, gameId);

/** The setup of games and their keys. */
export const GAMES: readonly Story[] = [
  {
    title: "a game being set up",
    points: {
      game: [
        "game.create",
        "call wallet.OpenAccount",
        "call wallet.OpenAccount#2",
        "game.open",
        "game.issue-key",
        "game.revoke-key",
      ],
      wallet: ["wallet.open-account", "wallet.open-account#2"],
    },
    async scene(system) {
      const games = gamesAt(system);
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
          const keys = `SELECT count(*) FROM game.api_key WHERE game_id = $1`;
          expect(await countOf(system, keys, gameId)).toBe(1);
          expect(await countOf(system, `${keys} AND revoked_at IS NULL`, gameId)).toBe(0);
        },
      };
    },
  },
  {
    title: "a game being renamed, and its test environment reset",
    points: {
      game: ["game.rename", "game.reset-test", "call wallet.OpenAccount", "game.replace-test"],
      wallet: ["wallet.open-account"],
    },
    async scene(system) {
      const games = gamesAt(system);
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
          expect(await countOf(system, working, made.testGame?.id)).toBe(0);
        },
      };
    },
  },
  {
    title: "an API key being changed, used and rolled",
    points: { game: ["game.update-key", "game.record-key-uses", "game.roll-key"] },
    async scene(system) {
      const games = gamesAt(system);
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
    },
  },
  {
    title: "the use of an API key being noted",
    points: { gateway: ["call game.RecordApiKeyUses"] },
    async scene(system) {
      const api = await gameIn(system);
      const request = careful(api, "GET", "/tournament");
      const used = `SELECT count(*) FROM game.api_key WHERE game_id = $1 AND last_used_at IS NOT NULL`;
      return {
        act: replies(request, 200),
        async check() {
          await expect.poll(() => countOf(system, used, api.gameId)).toBe(1);
        },
      };
    },
  },
];
