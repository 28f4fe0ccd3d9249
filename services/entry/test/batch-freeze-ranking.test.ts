import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { newId } from "@tms/kit/values/ids";
import type { FrozenRanking } from "@tms/proto/tms/entry/v1/entry";
import {
  closeOutcomes,
  freezeOutcomes,
  handles,
  inShort,
  refusal,
  startEntry,
  type RankingToFreeze,
  type TournamentKey,
  type EntryUnderTest,
} from "./service.ts";

let service: EntryUnderTest;
beforeAll(async () => {
  service = await startEntry();
});
afterEach(() => {
  service.wallet.fails = undefined;
});
afterAll(() => service?.close());

/** A tournament whose pending entry cannot be finished. */
async function pendingTournament(): Promise<TournamentKey> {
  const tournament = service.newTournament({ entryFeeMinorUnits: 5n });
  service.wallet.fails = "before";
  await refusal(service.join(tournament, "open"));
  return tournament;
}

const foreign = (tournament: TournamentKey) => ({ ...tournament, gameId: newId() });

const close = (...tournaments: TournamentKey[]) => closeOutcomes(service.entry, tournaments);

const freeze = async (...rankings: RankingToFreeze[]) =>
  (await freezeOutcomes(service.entry, rankings)).map(inShort);

const frozen = async (...rankings: RankingToFreeze[]): Promise<FrozenRanking[]> =>
  (await freezeOutcomes(service.entry, rankings)).flatMap(({ outcome }) =>
    outcome.case === "frozen" ? outcome.value : [],
  );

describe("rankings that are frozen together", () => {
  test("tell their standings, as they can be read; a repeat is the same", async () => {
    const [first, second] = [
      await service.tournamentOf("ann", "bob", "cid", "dan"),
      await service.tournamentOf("eve", "fay"),
    ];
    await service.eliminate(first, "ann");
    await service.eliminate(first, "bob");
    await close(first, second);
    for (let round = 0; round < 2; round++) {
      const rankings = await frozen({ ...first, groups: 2 }, second);
      expect(rankings[0]).toMatchObject({
        entries: 4,
        groups: [
          { rank: 1, entries: 2 },
          { rank: 3, entries: 1 },
        ],
        standings: {
          handles: ["cid", "dan", "bob", "ann"],
          ranks: [1, 1, 3, 4],
          nextPageToken: "",
        },
      });
      const pages = [first, second].map((key) =>
        service.entry.readStandings({ ...key, pageSize: 10 }),
      );
      expect(rankings.map(({ standings }) => standings)).toEqual(await Promise.all(pages));
    }
  });

  test("have the eliminated behind those who joined later, too", async () => {
    const tournament = await service.tournamentOf("ann", "bob");
    await service.eliminate(tournament, "ann");
    await service.joinAll(tournament, ["cid", "dan"]);
    await close(tournament);
    expect(await frozen(tournament)).toMatchObject([
      { standings: { handles: ["bob", "cid", "dan", "ann"], ranks: [1, 1, 1, 4] } },
    ]);
  });

  test("have those who went out last together first when nobody is left", async () => {
    const tournament = await service.tournamentOf("ann", "bob");
    await service.eliminate(tournament, "ann", "bob");
    await close(tournament);
    expect(await frozen(tournament)).toMatchObject([{ standings: { ranks: [1, 1] } }]);
  });

  test("are frozen beside those that are open, unknown, pending or another game's", async () => {
    const [plain, open, pending] = [
      await service.tournamentOf("ann"),
      await service.tournamentOf("bob"),
      await pendingTournament(),
    ];
    await close(plain, pending);
    expect(await freeze(open, foreign(plain), plain, service.newTournament(), pending)).toEqual([
      "UNAVAILABLE",
      "TOURNAMENT_NOT_FOUND",
      { frozen: 1 },
      "TOURNAMENT_NOT_FOUND",
      "UNAVAILABLE",
    ]);
  });

  test("are small, large, or placed by their games, and come without standings when large", async () => {
    const [small, placed, large] = [
      await service.tournamentOf("ann", "bob"),
      await service.tournamentOf("ann", "bob", "cid"),
      await service.tournamentOf(...handles(101)),
    ];
    await service.eliminate(large, "g0");
    await close(small, placed, large);
    const rankings = [small, { ...placed, placed: { bob: 1 } }, large];
    expect(await freeze(...rankings)).toEqual([{ frozen: 2 }, { frozen: 3 }, { frozen: 101 }]);
    const [, ranked, crowded] = await frozen(...rankings);
    expect(ranked?.standings?.handles).toEqual(["bob", "ann", "cid"]);
    expect(crowded?.standings).toBeUndefined();
    expect(crowded?.groups).toMatchObject([
      { rank: 1, entries: 100 },
      { rank: 101, entries: 1 },
    ]);
  });

  test("are answered while another one's placements are held up", async () => {
    const [held, plain] = [await service.tournamentOf("ann"), await service.tournamentOf("bob")];
    await close(held, plain);
    const holder = await service.admin.connect();
    await holder.query("BEGIN");
    await holder.query(`SELECT FROM entry.entry WHERE tournament_id = $1 FOR UPDATE`, [
      held.tournamentId,
    ]);
    const rankings = [
      { ...held, groups: 1, finalRanks: [{ handle: "ann", rank: 1 }] },
      { ...plain, groups: 1 },
    ];
    const answers = service.entry.batchFreezeRanking({ rankings })[Symbol.asyncIterator]();
    expect((await answers.next()).value?.outcomes).toMatchObject([{ index: 1 }]);
    await holder.query("ROLLBACK");
    holder.release();
    expect((await answers.next()).value?.outcomes).toMatchObject([
      { index: 0, outcome: { case: "frozen" } },
    ]);
  });

  test("may have 10,000 final ranks in all", async () => {
    const finalRanks = handles(5_001).map((handle) => ({ handle, rank: 1 }));
    const rankings = [1, 2].map(() => ({ ...service.newTournament(), groups: 1, finalRanks }));
    const call = async () => await Array.fromAsync(service.entry.batchFreezeRanking({ rankings }));
    expect(await refusal(call())).toBe("INVALID_ARGUMENT");
  });

  test("fit their answer into messages that callers accept, however long the handles are", async () => {
    const names = handles(100).map((name) => name + "\u{1f3c6}".repeat(64 - name.length));
    const tournaments = [];
    for (let number = 0; number < 100; number++)
      tournaments.push(await service.tournamentOf(...names));
    await close(...tournaments);
    const sizes = [];
    for await (const { outcomes } of service.entry.batchFreezeRanking({
      rankings: tournaments.map((key) => ({ ...key, groups: 1 })),
    }))
      sizes.push(outcomes.length);
    expect(sizes).toEqual([64, 36]);
  });
});
