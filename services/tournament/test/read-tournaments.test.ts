import { newId } from "@tms/kit/values/ids";
import { Status, type Tournament } from "@tms/proto/tms/tournament/v1/tournament";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { enter, fillPool } from "./fakes.ts";
import {
  beginSettlement,
  fineTerms,
  finishSettlement,
  getTournament,
  getTournaments,
  inHours,
  startTournament,
  type Key,
  type TournamentUnderTest,
} from "./service.ts";

let service: TournamentUnderTest;
beforeAll(async () => void (service = await startTournament()));
afterAll(() => service.stop());
beforeEach(() => {
  service.fakes.wallet.forgetRequests();
  service.fakes.wallet.fails = undefined;
  service.fakes.down.clear();
  service.fakes.wallet.slow = undefined;
});

const get = (key: Key) => getTournament(service.client, key);
const publish = async (gameId = service.newGame()): Promise<Key> => {
  const { id: tournamentId } = await service.publish(gameId);
  return { gameId, tournamentId };
};
const create = async (gameId = service.newGame()): Promise<Key> => {
  const { id: tournamentId } = await service.create(gameId);
  return { gameId, tournamentId };
};

describe("the prize pool of a tournament", () => {
  test("is the ledger's balance", async () => {
    const key = await publish();
    fillPool(service.fakes, key.gameId, key.tournamentId, 1250n);
    expect((await get(key)).prizePool).toMatchObject({ currency: "EUR", minorUnits: 1250n });
  });

  test("is empty while it is pending, which the ledger is not asked about", async () => {
    const key = await create();
    service.fakes.wallet.fails = "before";
    expect((await get(key)).prizePool?.minorUnits).toBe(0n);
  });

  test("is what the entries paid while the ledger is away, if that can still be told", async () => {
    const key = await publish();
    enter(service.fakes, key, 3);
    service.fakes.wallet.fails = "before";
    expect((await get(key)).prizePool?.minorUnits).toBe(750n);
    service.fakes.down.add("entry");
    await expect(get(key)).rejects.toMatchObject({ reason: "UNAVAILABLE" });
    service.fakes.down.delete("entry");
    await service.client.completeTournament({ ...key, requestId: newId() });
    await expect(get(key)).rejects.toMatchObject({ reason: "UNAVAILABLE" });
  });
});

describe("BatchGetTournaments", () => {
  const read = async (keys: Key[], withPrizePools = true) =>
    (await getTournaments(service.client, keys, { withPrizePools })).toSorted(
      (a, b) => a.index - b.index,
    );

  test("refuses unknown tournaments and those of other games alike, and reads the others", async () => {
    const [one, other] = [await publish(), await publish()];
    const foreign = { gameId: other.gameId, tournamentId: one.tournamentId };
    const unknown = { gameId: one.gameId, tournamentId: newId() };
    const outcomes = await read([one, foreign, unknown, other, one], false);
    expect(outcomes.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4]);
    const refused = { case: "refused", value: { reason: "TOURNAMENT_NOT_FOUND" } };
    expect(outcomes.map(({ outcome }) => outcome)).toMatchObject([
      { case: "tournament", value: { id: one.tournamentId, gameId: one.gameId } },
      refused,
      refused,
      { case: "tournament", value: { id: other.tournamentId, gameId: other.gameId } },
      { case: "tournament", value: { id: one.tournamentId } },
    ]);
    expect(outcomes[1]?.outcome.value).toEqual(outcomes[2]?.outcome.value);
  });

  test("leaves prize pools out unless asked for them", async () => {
    service.fakes.wallet.fails = "before";
    service.fakes.down.add("entry");
    const [{ outcome } = expect.fail()] = await read([await publish()], false);
    expect(outcome.value).toMatchObject({ terms: { name: "Chess" } });
    expect(outcome.value).not.toHaveProperty("prizePool");
  });

  test("reads the prize pools of several games in one call", async () => {
    const [one, other] = [await publish(), await publish()];
    fillPool(service.fakes, one.gameId, one.tournamentId, 7n);
    fillPool(service.fakes, other.gameId, other.tournamentId, 9n);
    const outcomes = await read([one, other, await create(one.gameId)]);
    expect(outcomes.map(({ outcome }) => outcome.value)).toMatchObject(
      [7n, 9n, 0n].map((minorUnits) => ({ prizePool: { minorUnits } })),
    );
    expect(service.fakes.wallet.requestsOf("batchGetBalances")).toHaveLength(1);
  });

  test("refuses those alone whose prize pool nobody can tell, as often as each is asked for", async () => {
    const [settling, pending, published] = [await publish(), await create(), await publish()];
    await service.client.completeTournament({ ...settling, requestId: newId() });
    enter(service.fakes, published, 2);
    service.fakes.wallet.fails = "before";
    const outcomes = await read([settling, settling, pending, published]);
    expect(outcomes.map(({ outcome }) => outcome)).toMatchObject([
      ...["once", "again"].map(() => ({ case: "refused", value: { reason: "UNAVAILABLE" } })),
      { case: "tournament", value: { prizePool: { minorUnits: 0n } } },
      { case: "tournament", value: { prizePool: { minorUnits: 500n } } },
    ]);
  });

  test("tells those that need no ledger while it is silent", async () => {
    const [published, pending, won] = [await publish(), await create(), await publish()];
    await complete(won, [newId()]);
    const answer = Promise.withResolvers<void>();
    service.fakes.wallet.slow = () => answer.promise;
    const tournaments = [published, pending, won, { ...pending, tournamentId: newId() }];
    const told: number[] = [];
    for await (const { outcomes } of service.client.batchGetTournaments({
      tournaments,
      withPrizePools: true,
    })) {
      told.push(...outcomes.map(({ index }) => index));
      if (told.length === 3) answer.resolve();
    }
    expect(told.at(-1)).toBe(0);
    expect(new Set(told)).toEqual(new Set([0, 1, 2, 3]));
  });

  /** Settles a tournament that these gamers won. */
  async function complete(key: Key, winnerGamerIds: string[]) {
    await service.shift(key.tournamentId, "-2 hours");
    await beginSettlement(service.client, key);
    await finishSettlement(service.client, key, winnerGamerIds);
  }

  test("tells the winners, however many won each", async () => {
    const winners = [[newId()], [newId(), newId()], []];
    const keys = [await publish(), await publish(), await publish()];
    for (const [index, key] of keys.entries()) await complete(key, winners[index] ?? []);
    const outcomes = await read(keys);
    expect(outcomes.map(({ outcome }) => outcome.value)).toMatchObject(
      winners.map((ids) => ({ winnerGamerIds: ids.toSorted(), winnerCount: ids.length })),
    );
  });

  test("sends tournaments with very many winners in messages of their own", async () => {
    const keys = [await publish(), await publish(), await publish()];
    for (const key of keys) {
      await service.shift(key.tournamentId, "-2 hours");
      await beginSettlement(service.client, key);
    }
    const many = keys.slice(0, 2).map(({ tournamentId }) => tournamentId);
    await service.admin.query(
      `INSERT INTO tournament.winner (tournament_id, gamer_id)
       SELECT id, gen_random_uuid() FROM unnest($1::uuid[]) AS id, generate_series(1, 100001)`,
      [many],
    );
    for (const key of keys) await finishSettlement(service.client, key);
    const messages: number[][] = [];
    for await (const { outcomes } of service.client.batchGetTournaments({
      tournaments: keys,
      withPrizePools: true,
    })) {
      messages.push(outcomes.map(({ index }) => index));
      for (const { outcome, index } of outcomes) {
        const { winnerGamerIds, winnerCount } = outcome.value as Tournament;
        expect(winnerCount).toBe(index < 2 ? 100_001 : 0);
        expect(new Set(winnerGamerIds).size).toBe(index < 2 ? 100_000 : 0);
      }
    }
    expect(messages).toEqual([[0], [1], [2]]);
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
