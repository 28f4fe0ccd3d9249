import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { newId } from "@tms/kit/values/ids";
import {
  handles,
  refusal,
  startEntry,
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

async function tournamentOf(...names: string[]): Promise<TournamentKey> {
  const tournament = service.newTournament();
  await service.joinAll(tournament, names);
  return tournament;
}

const keyOf = ({ gameId, tournamentId }: TournamentKey) => ({ gameId, tournamentId });
const close = async (...tournaments: TournamentKey[]) => {
  const { closed } = await service.entry.batchCloseRegistration({
    registrations: tournaments.map(keyOf),
  });
  return Object.fromEntries(
    closed.map((registration) => [registration.tournamentId, registration.entries]),
  );
};
const freeze = async (...tournaments: TournamentKey[]) => {
  const { frozen } = await service.entry.batchFreezeRanking({
    registrations: tournaments.map(keyOf),
  });
  return new Map(frozen.map((one) => [one.tournamentId, one.standings]));
};

describe("closing registrations together", () => {
  test("counts the entries of each and refuses joins from then on; a repeat is the same", async () => {
    const [two, one] = [await tournamentOf("ann", "bob"), await tournamentOf("cid")];
    for (let round = 0; round < 2; round++)
      expect(await close(two, one)).toEqual({ [two.tournamentId]: 2, [one.tournamentId]: 1 });
    expect(await refusal(service.join(one, "late"))).toBe("TOURNAMENT_NOT_PUBLISHED");
  });

  test("leaves out those with joins under way, though they are closed", async () => {
    const tournament = service.newTournament({ entryFeeMinorUnits: 5n });
    service.wallet.fails = "before";
    await refusal(service.join(tournament, "open"));
    expect(await close(tournament)).toEqual({});
    service.wallet.fails = undefined;
    expect(await refusal(service.join(tournament, "late"))).toBe("TOURNAMENT_NOT_PUBLISHED");
  });

  test("leaves out, untouched, those that nobody entered and those of another game", async () => {
    const tournament = await tournamentOf("ann");
    const foreign = { ...tournament, gameId: newId() };
    expect(await close(foreign, service.newTournament())).toEqual({});
    expect(await refusal(service.join(tournament, "bob"))).toBe("accepted");
  });
});

describe("freezing rankings together", () => {
  test("ranks as freezing one does, and tells the standings", async () => {
    const tournaments = [
      await tournamentOf("ann", "bob", "cid", "dan"),
      await tournamentOf("eve", "fay"),
    ];
    const [first, second] = tournaments as [TournamentKey, TournamentKey];
    await service.eliminate(first, "ann");
    await service.eliminate(first, "bob");
    await close(first, second);
    for (let round = 0; round < 2; round++) {
      const frozen = await freeze(first, second);
      expect(frozen.get(first.tournamentId)).toMatchObject({
        handles: ["cid", "dan", "bob", "ann"],
        ranks: [1, 1, 3, 4],
        nextPageToken: "",
      });
      for (const tournament of tournaments) {
        const page = { ...keyOf(tournament), pageSize: 10 };
        expect(frozen.get(tournament.tournamentId)).toEqual(
          await service.entry.readStandings(page),
        );
      }
    }
  });

  test("puts the eliminated behind those who joined later, too", async () => {
    const tournament = await tournamentOf("ann", "bob");
    await service.eliminate(tournament, "ann");
    await service.joinAll(tournament, ["cid", "dan"]);
    await close(tournament);
    expect((await freeze(tournament)).get(tournament.tournamentId)).toMatchObject({
      handles: ["bob", "cid", "dan", "ann"],
      ranks: [1, 1, 1, 4],
    });
  });

  test("puts those who went out last together first when nobody is left", async () => {
    const tournament = await tournamentOf("ann", "bob");
    await service.eliminate(tournament, "ann", "bob");
    await close(tournament);
    expect((await freeze(tournament)).get(tournament.tournamentId)?.ranks).toEqual([1, 1]);
  });

  test("leaves out those that are open, large, or of another game", async () => {
    const [open, large, foreign] = [
      await tournamentOf("ann"),
      await tournamentOf(...handles(101)),
      await tournamentOf("bob"),
    ];
    await close(large, foreign);
    expect(await freeze(open, large, { ...foreign, gameId: newId() })).toEqual(new Map());
    const { entries } = await service.entry.freezeRanking({
      ...keyOf(large),
      requestId: newId(),
      groups: 1,
      finalRanks: [],
    });
    expect(entries).toBe(101);
  });
});
