import { newId } from "@tms/kit/values/ids";
import { Payer } from "@tms/proto/tms/game/v1/game";
import { Status } from "@tms/proto/tms/tournament/v1/tournament";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  fineTerms,
  getTournament,
  inHours,
  startTournament,
  type TournamentUnderTest,
} from "./service.ts";

let service: TournamentUnderTest;
let gameId: string;
beforeAll(async () => {
  service = await startTournament();
  gameId = service.newGame();
});
afterAll(() => service.stop());

const create = (terms: object) =>
  service.client.createTournament({
    requestId: newId(),
    gameId,
    terms: { ...fineTerms(), ...terms },
  });

describe("CreateTournament", () => {
  test("creates a pending tournament on the game's terms, with an empty prize pool", async () => {
    const made = await service.create(gameId);
    expect(made).toMatchObject({
      gameId,
      status: Status.PENDING,
      currency: "EUR",
      payer: Payer.WALLET,
      platformFeeBps: 250,
      prizePool: { currency: "EUR", minorUnits: 0n },
      winnerGamerIds: [],
      terms: { name: "Chess", description: "A fine tournament.", entryFeeMinorUnits: 250n },
    });
    expect(made.winnerGamerId).toBeUndefined();
    const key = { gameId, tournamentId: made.id };
    expect(await getTournament(service.client, key)).toEqual(made);
  });

  test("keeps every term", async () => {
    const terms = {
      startTime: inHours(-5),
      endTime: inHours(5),
      registrationCloseTime: inHours(5),
      maxEntries: 500,
      minEntries: 500,
      prizeSplit: [50, 30, 20],
    };
    expect((await create(terms)).tournament?.terms).toMatchObject(terms);
  });

  test("keeps times to the millisecond", async () => {
    const endTime = { ...inHours(3), nanos: 123_999_999 };
    expect((await create({ endTime })).tournament?.terms?.endTime?.nanos).toBe(123_000_000);
  });

  test("answers a repeat with the same tournament, also after its end", async () => {
    const request = { requestId: newId(), gameId, terms: fineTerms() };
    const first = await service.client.createTournament(request);
    await service.shift(first.tournament?.id ?? "", "-3 hours");
    expect(await service.client.createTournament(request)).toEqual(first);
  });

  test("refuses a repeat with other content", async () => {
    const request = { requestId: newId(), gameId, terms: fineTerms() };
    await service.client.createTournament(request);
    const other = { ...request, terms: { ...fineTerms(), name: "Other" } };
    await expect(service.client.createTournament(other)).rejects.toMatchObject({
      reason: "REQUEST_ID_REUSED",
    });
  });

  test("refuses an unknown game", async () => {
    const request = { requestId: newId(), gameId: newId(), terms: fineTerms() };
    await expect(service.client.createTournament(request)).rejects.toMatchObject({
      reason: "GAME_NOT_FOUND",
    });
  });

  test.each([
    ["an end before the start", { endTime: inHours(0.5) }, "terms.end_time"],
    ["an end in the past", { startTime: inHours(-2), endTime: inHours(-1) }, "terms.end_time"],
    [
      "registration beyond the end",
      { registrationCloseTime: inHours(3) },
      "terms.registration_close_time",
    ],
    ["a blank name", { name: "  " }, "terms.name"],
    ["a long name", { name: "x".repeat(201) }, "terms.name"],
    ["a long description", { description: "x".repeat(5001) }, "terms.description"],
    ["U+0000 in the description", { description: "\0" }, "terms.description"],
    ["a negative fee", { entryFeeMinorUnits: -1n }, "terms.entry_fee_minor_units"],
    ["a fee beyond 2^53", { entryFeeMinorUnits: 2n ** 53n }, "terms.entry_fee_minor_units"],
    ["no seats", { maxEntries: 0 }, "terms.max_entries"],
    ["too few seats", { maxEntries: 4, minEntries: 5 }, "terms.min_entries"],
    ["a share of nothing", { prizeSplit: [1, 0] }, "terms.prize_split[1]"],
    ["too many shares", { prizeSplit: Array.from({ length: 101 }, () => 1) }, "terms.prize_split"],
    ["no start", { startTime: undefined }, "terms.start_time"],
  ])("refuses %s", async (_, terms, field) => {
    await expect(create(terms)).rejects.toMatchObject({
      reason: "INVALID_ARGUMENT",
      fields: [{ field }],
    });
  });

  /** Gives a game so many open tournaments; returns the id of one of them. */
  async function fill(game: string, open: number): Promise<string> {
    const { id } = await service.create(game);
    await service.admin.query(
      `INSERT INTO tournament.tournament (id, game_id, name, description, entry_fee_minor,
         starts_at, ends_at, min_entries, prize_split, currency, payer, platform_fee_bps)
       SELECT gen_random_uuid(), game_id, name, description, entry_fee_minor,
         starts_at, ends_at, min_entries, prize_split, currency, payer, platform_fee_bps
       FROM tournament.tournament, generate_series(2, $2) WHERE id = $1`,
      [id, open],
    );
    return id;
  }

  test("races for the last places of a game are won by as many as there are", async () => {
    const game = service.newGame();
    await fill(game, 9_997);
    const spellings = [game, game.toUpperCase()];
    const outcomes = await Promise.allSettled(
      Array.from({ length: 40 }, (_, n) => service.create(spellings[n % 2] ?? game)),
    );
    const refused = outcomes.filter(({ status }) => status === "rejected");
    expect(refused).toHaveLength(37);
    for (const { reason } of refused as PromiseRejectedResult[])
      expect(reason).toMatchObject({ reason: "TOURNAMENT_LIMIT" });
    const { rows } = await service.admin.query<{ open: bigint }>(
      `SELECT count(*) AS open FROM tournament.tournament WHERE game_id = $1 AND status IN ('pending', 'published')`,
      [game],
    );
    expect(rows).toEqual([{ open: 10_000n }]);
  });

  test("is refused while the game has 10,000 open tournaments", async () => {
    const full = service.newGame();
    const tournamentId = await fill(full, 10_000);
    await expect(service.create(full)).rejects.toMatchObject({ reason: "TOURNAMENT_LIMIT" });
    await service.client.cancelTournament({ requestId: newId(), gameId: full, tournamentId });
    expect((await service.create(full)).status).toBe(Status.PENDING);
    expect((await service.create(service.newGame())).status).toBe(Status.PENDING);
  });
});
