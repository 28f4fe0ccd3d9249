import { expect } from "vitest";
import { timestampNow } from "@bufbuild/protobuf/wkt";
import { newId } from "@tms/kit/values/ids";
import { KeyState } from "@tms/proto/tms/game/v1/game";
import { gameIn, gamesAt, testGameIn } from "../../harness/game.ts";
import { joined } from "../../harness/gamers.ts";
import { published, reaches, settled } from "../../harness/tournament.ts";
import {
  answered,
  countOf,
  expectEvents,
  sends,
  type CrashSystem,
  type Story,
} from "../crash-system.ts";

const CLOCK_AHEAD_S = 7_200;

/** Returns the environments of a game: live, then test from the oldest on, with their accounts. */
async function environmentsOf({ db }: CrashSystem, name: string) {
  const { rows } = await db.query<{ id: string; mode: string; closed: boolean; accounts: number }>(
    `SELECT game.id, mode, opened_at IS NOT NULL AS opened, closed_at IS NOT NULL AS closed,
       (SELECT count(*)::int FROM wallet.account WHERE owner_id = game.id) AS accounts
     FROM game.game JOIN game.project ON project.id = project_id
     WHERE name = $1 ORDER BY mode, game.id`,
    [name],
  );
  return rows;
}
const OPENED = { id: expect.any(String), opened: true, accounts: 1 };

/** Games, their keys and their clocks. */
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
        "call event.RecordEvents",
        "event-out.forget",
      ],
      wallet: ["wallet.open-account", "wallet.open-account#2"],
    },
    async scene(system) {
      const games = gamesAt(system);
      const name = `Game ${newId()}`;
      const [creation, issue, revocation] = [newId(), newId(), newId()];
      return {
        act: answered(async () => {
          const { game: made } = await games.createGame({ requestId: creation, name });
          const gameId = made?.id ?? "";
          const { apiKey } = await games.issueApiKey({ requestId: issue, gameId });
          await games.revokeApiKey({ requestId: revocation, gameId, apiKeyId: apiKey?.id ?? "" });
        }),
        async check() {
          const made = await environmentsOf(system, name);
          expect(made).toEqual([
            { ...OPENED, mode: "live", closed: false },
            { ...OPENED, mode: "test", closed: false },
          ]);
          const gameId = made[0]?.id ?? "";
          const keys = `SELECT count(*) FROM game.api_key WHERE game_id = $1`;
          expect(await countOf(system, keys, gameId)).toBe(1);
          expect(await countOf(system, `${keys} AND revoked_at IS NULL`, gameId)).toBe(0);
          const events = ["game.created", "api_key.created", "api_key.revoked"];
          await expectEvents(system, gameId, /./, events);
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
        act: answered(async () => {
          await games.renameGame({ requestId: renaming, projectId, name });
          await games.resetTestGame({ requestId: reset, projectId, name });
        }),
        async check() {
          const rows = await environmentsOf(system, name);
          expect(rows).toEqual([
            { ...OPENED, mode: "live", closed: false },
            { ...OPENED, mode: "test", closed: true },
            { ...OPENED, mode: "test", closed: false },
          ]);
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
        act: answered(async () => {
          await games.updateApiKey({ requestId: change, gameId, apiKeyId, name: "server" });
          const use = { apiKeyId, useTime: timestampNow(), address: "192.0.2.1" };
          await games.recordApiKeyUses({ uses: [use] });
          await games.rollApiKey({ requestId: rolling, gameId, apiKeyId });
        }),
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
    title: "a test environment's clock being advanced",
    points: {
      gateway: ["call clock.AdvanceClock"],
      game: [
        "game.advance-clock",
        "call entry.AdvanceEntryClock",
        "call tournament.AdvanceTournamentClock",
        "call settlement.AdvanceSettlementClock",
        "game.record-told",
        "game.finish-advance",
      ],
      entry: ["entry.advance-clock"],
      tournament: ["tournament.advance-clock"],
      settlement: ["settlement.advance-clock", "settlement.enqueue"],
    },
    async scene(system) {
      const api = await testGameIn(system);
      const path = await published(api, { entryFee: 1 });
      await joined(api, path, "ada", "bob");
      return {
        act: sends(api, ["PATCH", "/clock/advance", { bySeconds: CLOCK_AHEAD_S }]),
        async check() {
          // The advance goes on by itself, without another request.
          await reaches(api, path, "completed");
          expect((await settled(api, path)).payouts).toHaveLength(2);
          await expect
            .poll(async () => (await api.get("/clock")).body.clock)
            .toMatchObject({ state: "ready", advancingTo: null, aheadSeconds: CLOCK_AHEAD_S });
          const told = async () => {
            const { events } = (await api.get("/event?types=clock.*,tournament.completed")).body;
            return events.map(({ type }) => type).toSorted();
          };
          await expect.poll(told).toEqual(["clock.advanced", "tournament.completed"]);
        },
      };
    },
  },
];
