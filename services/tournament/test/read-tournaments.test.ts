import { newId } from "@tms/kit/values/ids";
import { Status } from "@tms/proto/tms/tournament/v1/tournament";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { fillPool } from "./fakes.ts";
import { fineTerms, inHours, startTournament, type TournamentUnderTest } from "./service.ts";

let service: TournamentUnderTest;
beforeAll(async () => void (service = await startTournament()));
afterAll(() => service.stop());
beforeEach(() => {
  service.fakes.wallet.forgetRequests();
  service.fakes.wallet.fails = undefined;
  service.fakes.down.clear();
});

describe("GetTournament", () => {
  test("shows the ledger's balance as the prize pool", async () => {
    const gameId = service.newGame();
    const { id: tournamentId } = await service.publish(gameId);
    fillPool(service.fakes, gameId, tournamentId, 1250n);
    const { tournament } = await service.client.getTournament({ gameId, tournamentId });
    expect(tournament?.prizePool).toMatchObject({ currency: "EUR", minorUnits: 1250n });
  });

  test("asks the ledger nothing about a pending tournament", async () => {
    const gameId = service.newGame();
    const { id: tournamentId } = await service.create(gameId);
    service.fakes.wallet.fails = "before";
    const { tournament } = await service.client.getTournament({ gameId, tournamentId });
    expect(tournament?.prizePool?.minorUnits).toBe(0n);
  });

  test("shows what the entries paid while the ledger is away, if it can still be told", async () => {
    const gameId = service.newGame();
    const { id: tournamentId } = await service.publish(gameId);
    service.fakes.entries.set(tournamentId, 3);
    service.fakes.wallet.fails = "before";
    const key = { gameId, tournamentId };
    expect((await service.client.getTournament(key)).tournament?.prizePool?.minorUnits).toBe(750n);
    service.fakes.down.add("entry");
    await expect(service.client.getTournament(key)).rejects.toMatchObject({
      reason: "UNAVAILABLE",
    });
    service.fakes.down.delete("entry");
    await service.client.completeTournament({ ...key, requestId: newId() });
    await expect(service.client.getTournament(key)).rejects.toMatchObject({
      reason: "UNAVAILABLE",
    });
  });

  test("leaves the prize pool out when asked to", async () => {
    const gameId = service.newGame();
    const { id: tournamentId } = await service.publish(gameId);
    service.fakes.wallet.fails = "before";
    service.fakes.down.add("entry");
    const key = { gameId, tournamentId, withoutPrizePool: true };
    expect((await service.client.getTournament(key)).tournament?.prizePool).toBeUndefined();
    await expect(service.client.getTournament({ gameId, tournamentId })).rejects.toMatchObject({
      reason: "UNAVAILABLE",
    });
  });

  test("refuses unknown tournaments and those of other games alike", async () => {
    const { id: tournamentId } = await service.create(service.newGame());
    const gameId = service.newGame();
    const get = (id: string) => service.client.getTournament({ gameId, tournamentId: id });
    const [foreign, unknown] = await Promise.allSettled([get(tournamentId), get(newId())]);
    expect(foreign).toMatchObject({ reason: { reason: "TOURNAMENT_NOT_FOUND" } });
    expect(String(unknown.status === "rejected" && unknown.reason)).toBe(
      String(foreign.status === "rejected" && foreign.reason),
    );
  });
});

describe("BatchGetTournaments", () => {
  const get = async (keys: { gameId: string; tournamentId: string }[], withPrizePools = false) => {
    const request = { tournaments: keys, withPrizePools };
    const { tournaments } = await service.client.batchGetTournaments(request);
    return new Map(tournaments.map((tournament) => [tournament.id, tournament]));
  };
  const publish = async (gameId = service.newGame()) => {
    const { id: tournamentId } = await service.publish(gameId);
    return { gameId, tournamentId };
  };

  test("reads those of several games, and leaves out what is not their game's", async () => {
    const [one, other] = [await publish(), await publish()];
    const found = await get([
      one,
      other,
      { gameId: other.gameId, tournamentId: one.tournamentId },
      { gameId: one.gameId, tournamentId: newId() },
    ]);
    expect(new Set(found.keys())).toEqual(new Set([one.tournamentId, other.tournamentId]));
    const tournament = found.get(one.tournamentId);
    expect(tournament?.gameId).toBe(one.gameId);
    expect(tournament?.terms).toBeDefined();
    expect(tournament?.prizePool).toBeUndefined();
    expect(service.fakes.wallet.requestsOf("batchGetBalances")).toEqual([]);
  });

  test("reads the prize pools of several games in one call, when asked to", async () => {
    const [one, other] = [await publish(), await publish()];
    const { id: pending } = await service.create(one.gameId);
    fillPool(service.fakes, one.gameId, one.tournamentId, 7n);
    fillPool(service.fakes, other.gameId, other.tournamentId, 9n);
    const keys = [one, other, { gameId: one.gameId, tournamentId: pending }];
    const found = await get(keys, true);
    const pools = keys.map(({ tournamentId }) => found.get(tournamentId)?.prizePool?.minorUnits);
    expect(pools).toEqual([7n, 9n, 0n]);
    expect(service.fakes.wallet.requestsOf("batchGetBalances")).toHaveLength(1);
  });

  test("leaves out whose prize pool only the ledger knows, while that is away", async () => {
    const published = await publish();
    const { id: tournamentId } = await service.create(published.gameId);
    service.fakes.wallet.fails = "before";
    service.fakes.down.add("entry");
    const found = await get([published, { gameId: published.gameId, tournamentId }], true);
    expect([...found.keys()]).toEqual([tournamentId]);
  });

  test("tells the sole winner, and leaves out who was won by several", async () => {
    const won = async (winnerGamerIds: string[]) => {
      const key = await publish();
      await service.shift(key.tournamentId, "-2 hours");
      await service.client.batchBeginSettlement({ tournaments: [key] });
      await service.client.batchFinishSettlement({ ends: [{ tournament: key, winnerGamerIds }] });
      return key;
    };
    const winner = newId();
    const [byOne, bySeveral] = [await won([winner]), await won([newId(), newId()])];
    const found = await get([byOne, bySeveral], true);
    expect([...found.keys()]).toEqual([byOne.tournamentId]);
    expect(found.get(byOne.tournamentId)?.winnerGamerIds).toEqual([winner]);
  });
});

describe("ListTournaments", () => {
  test("pages through a game's tournaments newest first, each once", async () => {
    const gameId = service.newGame();
    await service.create(service.newGame());
    const made: string[] = [];
    for (let index = 0; index < 5; index++) made.unshift((await service.create(gameId)).id);
    const seen: string[] = [];
    let pageToken = "";
    do {
      const page = await service.client.listTournaments({ gameId, pageSize: 2, pageToken });
      seen.push(...page.tournaments.map((tournament) => tournament.id));
      pageToken = page.nextPageToken;
    } while (pageToken !== "");
    expect(seen).toEqual(made);
  });

  test("filters by status and by end", async () => {
    const gameId = service.newGame();
    const early = await service.create(gameId);
    const late = await service.publish(gameId, { ...fineTerms(), endTime: inHours(9) });
    const list = async (filter: object) => {
      const { tournaments } = await service.client.listTournaments({ gameId, ...filter });
      return tournaments.map((tournament) => tournament.id);
    };
    expect(await list({})).toEqual([late.id, early.id]);
    expect(await list({ status: Status.PENDING })).toEqual([early.id]);
    expect(await list({ status: Status.CANCELLED })).toEqual([]);
    expect(await list({ endsAfter: late.terms?.endTime })).toEqual([late.id]);
    expect(await list({ endsBefore: late.terms?.endTime })).toEqual([early.id]);
    expect(await list({ status: Status.PENDING, endsAfter: inHours(3) })).toEqual([]);
  });

  test("reads all prize pools of a page in one call", async () => {
    const gameId = service.newGame();
    const first = await service.publish(gameId);
    await service.create(gameId);
    const third = await service.publish(gameId);
    fillPool(service.fakes, gameId, first.id, 1n);
    fillPool(service.fakes, gameId, third.id, 3n);
    const { tournaments } = await service.client.listTournaments({ gameId });
    expect(tournaments.map((row) => row.prizePool?.minorUnits)).toEqual([3n, 0n, 1n]);
    expect(service.fakes.wallet.requestsOf("batchGetBalances")).toHaveLength(1);
    expect(service.fakes.wallet.requestsOf("batchGetBalances")[0]?.refs).toHaveLength(2);
  });

  test("refuses the page token of another game's list, and of another filter's", async () => {
    const [gameId, other] = [service.newGame(), service.newGame()];
    for (const owner of [gameId, gameId, other, other]) await service.create(owner);
    const page = await service.client.listTournaments({ gameId, pageSize: 1 });
    const pageToken = page.nextPageToken;
    for (const list of [
      { gameId: other, pageToken },
      { gameId, status: Status.PENDING, pageToken },
    ])
      await expect(service.client.listTournaments(list)).rejects.toMatchObject({
        reason: "INVALID_PAGE_TOKEN",
      });
  });

  test("refuses a page token it did not issue, and a page too large", async () => {
    const gameId = service.newGame();
    await expect(
      service.client.listTournaments({ gameId, pageToken: "WyJ4Il0" }),
    ).rejects.toMatchObject({ reason: "INVALID_PAGE_TOKEN" });
    await expect(service.client.listTournaments({ gameId, pageSize: 101 })).rejects.toMatchObject({
      fields: [{ field: "page_size" }],
    });
  });
});
