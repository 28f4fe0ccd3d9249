import { newId } from "@tms/kit/values/ids";
import { AccountType } from "@tms/proto/tms/wallet/v1/wallet";
import { Payer } from "@tms/proto/tms/game/v1/game";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startGame, type GameUnderTest } from "./service.ts";

let game: GameUnderTest;
beforeAll(async () => void (game = await startGame()));
afterAll(() => game.stop());
beforeEach(() => {
  game.wallet.forgetRequests();
  Object.assign(game.wallet, { fails: undefined, failsFrom: 1 });
});

describe("CreateGame", () => {
  test("creates a game that pays for itself in USD unless told otherwise", async () => {
    const { game: made } = await game.client.createGame({ requestId: newId(), name: "Chess" });
    expect(made).toMatchObject({
      name: "Chess",
      currency: { code: "USD", exponent: 2 },
      payer: Payer.GAME,
      platformFeeBps: 0,
    });
    expect(made?.creditLimitMinorUnits).toBeUndefined();
    expect((await game.client.getGame({ gameId: made?.id ?? "" })).game).toEqual(made);
  });

  test("opens the account of each environment down to the credit limit", async () => {
    const { game: made, testGame } = await game.client.createGame({
      requestId: newId(),
      name: "Go",
      currency: { code: "GEMS", exponent: 0 },
      payer: Payer.WALLET,
      creditLimitMinorUnits: 5000n,
      platformFeeBps: 250,
    });
    expect(made).toMatchObject({ creditLimitMinorUnits: 5000n, platformFeeBps: 250 });
    const accountOf = (gameId: string | undefined) => ({
      ref: { gameId, ownerId: gameId, type: AccountType.GAME },
      currency: "GEMS",
      floorMinorUnits: -5000n,
    });
    expect(game.wallet.requestsOf("openAccount")).toMatchObject([
      accountOf(made?.id),
      accountOf(testGame?.id),
    ]);
  });

  test("opens an account without a floor when there is no credit limit", async () => {
    await game.client.createGame({ requestId: newId(), name: "Shogi" });
    expect(game.wallet.requestsOf("openAccount")[0]?.floorMinorUnits).toBeUndefined();
  });

  test("opens an account that may not go below zero when the credit limit is zero", async () => {
    await game.client.createGame({ requestId: newId(), name: "Xo", creditLimitMinorUnits: 0n });
    expect(game.wallet.requestsOf("openAccount")[0]?.floorMinorUnits).toBe(0n);
  });

  test("stores the name in Unicode NFC", async () => {
    const { game: made } = await game.client.createGame({ requestId: newId(), name: "Cafe\u0301" });
    expect(made?.name).toBe("Caf\u00e9");
  });

  test("answers a repeat with the same game, also when the two arrive together", async () => {
    const request = { requestId: newId(), name: "Repeat" };
    const answers = await Promise.all([1, 2, 3].map(() => game.client.createGame(request)));
    expect(new Set(answers.map((answer) => answer.game?.id)).size).toBe(1);
    expect(await game.client.createGame(request)).toEqual(answers[0]);
  });

  test("refuses a repeat with other content", async () => {
    const requestId = newId();
    await game.client.createGame({ requestId, name: "One" });
    await expect(game.client.createGame({ requestId, name: "Two" })).rejects.toMatchObject({
      reason: "REQUEST_ID_REUSED",
    });
  });

  test.each([
    ["an empty name", { name: "" }, "name"],
    ["a blank name", { name: " \t\u2003" }, "name"],
    ["a name with U+0000", { name: "a\0b" }, "name"],
    ["a long name", { name: "x".repeat(101) }, "name"],
    ["an unknown form of currency", { currency: { code: "usd", exponent: 2 } }, "currency.code"],
    ["a wild exponent", { currency: { code: "USD", exponent: 9 } }, "currency.exponent"],
    ["a negative credit limit", { creditLimitMinorUnits: -1n }, "credit_limit_minor_units"],
    ["a fee above half", { platformFeeBps: 5001 }, "platform_fee_bps"],
    ["an unknown payer", { payer: 7 as Payer }, "payer"],
    ["a request id that is none", { requestId: "x" }, "request_id"],
  ])("refuses %s", async (_, part, field) => {
    const request = { requestId: newId(), name: "Fine", ...part };
    await expect(game.client.createGame(request)).rejects.toMatchObject({
      reason: "INVALID_ARGUMENT",
      fields: [{ field }],
    });
  });
});

describe("CreateGame, interrupted", () => {
  test.each([
    ["before", 1],
    ["after", 1],
    ["before", 2],
    ["after", 2],
  ] as const)(
    "shows no environment while the wallet fails %s opening account %i, and finishes on repeat",
    async (when, call) => {
      const request = { requestId: newId(), name: `Cut off ${when} ${call}` };
      Object.assign(game.wallet, { fails: when, failsFrom: call });
      await expect(game.client.createGame(request)).rejects.toMatchObject({
        reason: "UNAVAILABLE",
      });

      const { rows } = await game.admin.query<{ id: string }>(
        `SELECT game.id FROM game.game JOIN game.project ON project.id = project_id
         WHERE name = $1 ORDER BY mode`,
        [request.name],
      );
      const ids = rows.map(({ id }) => id);
      expect(ids).toHaveLength(2);
      const hidden = { reason: "GAME_NOT_FOUND" };
      const { games } = await game.client.listGames({ pageSize: 1000 });
      for (const gameId of ids) {
        await expect(game.client.getGame({ gameId })).rejects.toMatchObject(hidden);
        await expect(game.client.listApiKeys({ gameId })).rejects.toMatchObject(hidden);
        const issued = game.client.issueApiKey({ requestId: newId(), gameId });
        await expect(issued).rejects.toMatchObject(hidden);
        expect(games.map((listed) => listed.id)).not.toContain(gameId);
      }

      game.wallet.fails = undefined;
      const made = await game.client.createGame(request);
      expect([made.game?.id, made.testGame?.id]).toEqual(ids);
      for (const gameId of ids)
        expect((await game.client.getGame({ gameId })).game?.name).toBe(request.name);
      // However often it was tried, each was the same request to the wallet.
      const opened = game.wallet.requestsOf("openAccount");
      expect(new Set(opened.map(({ requestId }) => requestId)).size).toBe(2);
    },
  );
});
