import { DomainError } from "@tms/kit/errors/domain-error";
import { newId } from "@tms/kit/values/ids";
import { Status } from "@tms/proto/tms/tournament/v1/tournament";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { fillPool } from "./fakes.ts";
import {
  beginSettlement,
  getTournament,
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
beforeEach(() => {
  service.fakes.entry.rankChecks.length = 0;
  service.fakes.entry.ranksRefusal = undefined;
});

const RANKS = [
  { handle: "ada", rank: 1 },
  { handle: "bob", rank: 2 },
];
const complete = (tournamentId: string, finalRanks = RANKS.slice(0, 0), requestId = newId()) =>
  service.client.completeTournament({ requestId, gameId, tournamentId, finalRanks });
const endsOf = (tournamentId: string) =>
  service.fakes.settlements.schedules.filter(
    (event) => event.tournamentId === tournamentId && event.ended,
  );

const isClosed = (tournamentId: string) =>
  service.fakes.entry.registrations.get(tournamentId)?.closed ?? false;

describe("CompleteTournament", () => {
  test("ends a published tournament and has it settled at once", async () => {
    const { id } = await service.publish(gameId);
    fillPool(service.fakes, gameId, id, 500n);
    const { tournament } = await complete(id);
    expect(tournament).toMatchObject({ status: Status.SETTLING, prizePool: { minorUnits: 500n } });
    expect(endsOf(id)).toHaveLength(1);
    const [event] = endsOf(id);
    expect(event?.dueTime).toEqual(tournament?.updateTime);
    expect(service.fakes.entry.rankChecks).toEqual([]);
  });

  test("closes the registration with the repeat when that was not possible at first", async () => {
    const { id } = await service.publish(gameId);
    const requestId = newId();
    service.fakes.down.add("entry");
    await complete(id, [], requestId);
    service.fakes.down.clear();
    expect(isClosed(id)).toBe(false);
    await complete(id, [], requestId);
    expect(isClosed(id)).toBe(true);
  });

  test("keeps final ranks that the entry service found right for the settlement", async () => {
    const { id } = await service.publish(gameId);
    await complete(id, RANKS);
    expect(service.fakes.entry.rankChecks).toMatchObject([{ gameId, tournamentId: id }]);
    const key = { gameId, tournamentId: id };
    const { finalRanks } = await beginSettlement(service.client, key);
    expect(finalRanks).toMatchObject(RANKS);
  });

  test.each([
    "RANKS_INVALID",
    "GAMER_NOT_FOUND",
    "GAMER_NOT_ENTERED",
    "GAMER_ALREADY_ELIMINATED",
    "GAMER_DISQUALIFIED",
  ] as const)("refuses final ranks as the entry service does: %s, and goes on", async (reason) => {
    const { id } = await service.publish(gameId);
    const message = "The ranks cannot be these.";
    service.fakes.entry.ranksRefusal = new DomainError(reason, message);
    await expect(complete(id, RANKS)).rejects.toMatchObject({ reason, message });
    const tournament = await getTournament(service.client, { gameId, tournamentId: id });
    expect(tournament.status).toBe(Status.PUBLISHED);
  });

  test("keeps the handles of final ranks in Unicode NFC, however long they are spelled", async () => {
    const { id } = await service.publish(gameId);
    const handle = "\u1f82".repeat(64);
    await complete(id, [{ handle: handle.normalize("NFD"), rank: 1 }]);
    expect(service.fakes.entry.rankChecks).toMatchObject([{ finalRanks: [{ handle, rank: 1 }] }]);
    const key = { gameId, tournamentId: id };
    const { finalRanks } = await beginSettlement(service.client, key);
    expect(finalRanks).toMatchObject([{ handle, rank: 1 }]);
  });

  test.each([".", "..", "x".repeat(65), "a\nb"])(
    "refuses %j as a handle, naming its field, and goes on",
    async (handle) => {
      const { id } = await service.publish(gameId);
      await expect(complete(id, [...RANKS, { handle, rank: 3 }])).rejects.toMatchObject({
        reason: "INVALID_ARGUMENT",
        fields: [{ field: "final_ranks[2].handle" }],
      });
      expect(service.fakes.entry.rankChecks).toEqual([]);
      const tournament = await getTournament(service.client, { gameId, tournamentId: id });
      expect(tournament.status).toBe(Status.PUBLISHED);
    },
  );

  test("answers a repeat as the first time, though its ranks are taken by then", async () => {
    const { id } = await service.publish(gameId);
    const requestId = newId();
    const first = await complete(id, RANKS, requestId);
    service.fakes.entry.ranksRefusal = new DomainError(
      "GAMER_ALREADY_ELIMINATED",
      "All have ranks.",
    );
    expect(await complete(id, RANKS, requestId)).toEqual(first);
    expect(endsOf(id)).toHaveLength(1);
  });

  test("refuses what is not published", async () => {
    const refused = { reason: "TOURNAMENT_NOT_PUBLISHED" };
    const { id: pending } = await service.create(gameId);
    await expect(complete(pending)).rejects.toMatchObject(refused);
    const { id: settling } = await service.publish(gameId);
    await complete(settling);
    await expect(complete(settling)).rejects.toMatchObject(refused);
  });

  test("lets either a cancel or a complete through, never both", async () => {
    const { id: tournamentId } = await service.publish(gameId);
    const outcomes = await Promise.allSettled([
      complete(tournamentId),
      service.client.cancelTournament({ requestId: newId(), gameId, tournamentId }),
    ]);
    expect(outcomes.filter((outcome) => outcome.status === "fulfilled")).toHaveLength(1);
    const refunds = service.fakes.settlements.refunds.filter(
      (event) => event.tournamentId === tournamentId,
    );
    expect(refunds.length + endsOf(tournamentId).length).toBe(1);
  });

  test("refuses a tournament of another game as unknown", async () => {
    const { id } = await service.publish(service.newGame());
    await expect(complete(id)).rejects.toMatchObject({ reason: "TOURNAMENT_NOT_FOUND" });
  });
});
