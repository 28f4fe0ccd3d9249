import { RemoteError } from "@tms/kit/errors/remote-error";
import { newId } from "@tms/kit/values/ids";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fineTerms, startTournament, type TournamentUnderTest } from "./service.ts";

let service: TournamentUnderTest;
let gameId: string;
beforeAll(async () => {
  service = await startTournament();
  gameId = service.newGame();
});
afterAll(() => service.stop());

/** The same for all, so that a request repeated is the same to the last millisecond. */
const terms = fineTerms();

const create = (externalId: string, { game = gameId, requestId = newId() } = {}) =>
  service.client.createTournament({ requestId, gameId: game, terms: { ...terms, externalId } });

const listed = async (externalId: string, game = gameId) => {
  const { tournaments } = await service.client.listTournaments({ gameId: game, externalId });
  return tournaments.map(({ id }) => id);
};

describe("an external id", () => {
  test("is told with its tournament, and finds it among all of the game's", async () => {
    await service.create(gameId);
    const { tournament } = await create("final-1");
    expect(tournament?.terms?.externalId).toBe("final-1");
    expect(await listed("final-1")).toEqual([tournament?.id]);
    expect(await listed("Final-1")).toEqual([]);
    expect((await listed("")).length).toBeGreaterThan(1);
  });

  test("that is taken is refused with the tournament that has it, whatever became of that", async () => {
    const { tournament } = await create("final-2");
    const tournamentId = tournament?.id ?? "";
    await service.client.cancelTournament({ requestId: newId(), gameId, tournamentId });
    await expect(create("final-2")).rejects.toMatchObject({
      reason: "EXTERNAL_ID_TAKEN",
      about: { tournament: tournamentId },
    });
  });

  test("is a game's own: another may have the same", async () => {
    const other = service.newGame();
    const { tournament: mine } = await create("final-3");
    const { tournament: theirs } = await create("final-3", { game: other });
    expect(await listed("final-3")).toEqual([mine?.id]);
    expect(await listed("final-3", other)).toEqual([theirs?.id]);
  });

  test("is compared byte by byte, and stays apart from all that look alike", async () => {
    const text = fc.stringMatching(/^[!-~]{1,100}$/);
    const game = service.newGame();
    const made = new Map<string, string>();
    await fc.assert(
      fc.asyncProperty(text, async (externalId) => {
        const known = made.get(externalId);
        const answer = create(externalId, { game });
        if (known !== undefined) {
          await expect(answer).rejects.toBeInstanceOf(RemoteError);
          return;
        }
        made.set(externalId, (await answer).tournament?.id ?? "");
        expect(await listed(externalId, game)).toEqual([made.get(externalId)]);
      }),
      { numRuns: 30 },
    );
  });

  test.each(["", "a b", "a\n", "é", "x".repeat(101)])("is no %j", async (externalId) => {
    await expect(create(externalId)).rejects.toMatchObject({
      reason: "INVALID_ARGUMENT",
      fields: [{ field: "terms.external_id" }],
    });
  });

  test.each(["a b", "a\u0000b", "x".repeat(101)])("is not looked for as %j", async (externalId) => {
    await expect(listed(externalId)).rejects.toMatchObject({
      reason: "INVALID_ARGUMENT",
      fields: [{ field: "external_id" }],
    });
  });

  test("that several ask for at the same moment makes one tournament, which the others are told", async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, () => create("final-raced")),
    );
    const made = outcomes.flatMap((outcome) =>
      outcome.status === "fulfilled" ? [outcome.value.tournament?.id] : [],
    );
    expect(made).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === "rejected")
        expect(outcome.reason).toMatchObject({
          reason: "EXTERNAL_ID_TAKEN",
          about: { tournament: made[0] },
        });
    expect(await listed("final-raced")).toEqual(made);
  });

  test("repeated by the same request, also at once, is the same tournament", async () => {
    const requestId = newId();
    const repeats = Array.from({ length: 4 }, () => create("final-repeated", { requestId }));
    const ids = (await Promise.all(repeats)).map(({ tournament }) => tournament?.id);
    expect(new Set(ids).size).toBe(1);
    expect(await listed("final-repeated")).toEqual([ids[0]]);
  });
});
