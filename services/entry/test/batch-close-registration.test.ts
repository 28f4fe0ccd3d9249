import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { newId } from "@tms/kit/values/ids";
import type { CloseOutcome } from "@tms/proto/tms/entry/v1/entry";
import {
  closeOutcomes,
  handles,
  inShort,
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
  service.wallet.slow = undefined;
});
afterAll(() => service?.close());

/** A tournament that has a pending entry. */
async function pendingTournament(): Promise<TournamentKey> {
  const tournament = service.newTournament({ entryFeeMinorUnits: 5n });
  service.wallet.fails = "before";
  await refusal(service.join(tournament, "open"));
  service.wallet.fails = undefined;
  return tournament;
}

const foreign = (tournament: TournamentKey) => ({ ...tournament, gameId: newId() });

const close = async (...tournaments: TournamentKey[]) =>
  (await closeOutcomes(service.entry, tournaments)).map(inShort);

describe("registrations that are closed together", () => {
  test("tell how many entries each has, and take no join any more; a repeat is the same", async () => {
    const [two, none, one] = [
      await service.tournamentOf("ann", "bob"),
      service.newTournament(),
      await service.tournamentOf("cid"),
    ];
    for (let round = 0; round < 2; round++)
      expect(await close(two, none, one, two)).toEqual([
        { closed: 2 },
        { closed: 0 },
        { closed: 1 },
        { closed: 2 },
      ]);
    for (const tournament of [two, none, one])
      expect(await refusal(service.join(tournament, "late"))).toBe("TOURNAMENT_NOT_PUBLISHED");
  });

  test("are closed beside another game's, which is refused and stays as it was", async () => {
    const [own, other] = [await service.tournamentOf("ann"), await service.tournamentOf("bob")];
    expect(await close(foreign(other), own, foreign(own))).toEqual([
      "TOURNAMENT_NOT_FOUND",
      { closed: 1 },
      "TOURNAMENT_NOT_FOUND",
    ]);
    expect(await refusal(service.join(other, "cid"))).toBe("accepted");
  });

  test("that nobody opened belong to one game alone, when two name the same tournament", async () => {
    const tournament = service.newTournament();
    const outcomes = await close(tournament, foreign(tournament));
    expect(new Set(outcomes)).toEqual(new Set([{ closed: 0 }, "TOURNAMENT_NOT_FOUND"]));
    expect(await close(foreign(tournament))).toEqual(["TOURNAMENT_NOT_FOUND"]);
  });

  test("have their pending entries finished, and tell how many could not be", async () => {
    const [pending, plain] = [await pendingTournament(), await service.tournamentOf("ann")];
    service.wallet.fails = "before";
    expect(await close(pending, plain)).toEqual([{ unfinished: 1 }, { closed: 1 }]);
    service.wallet.fails = undefined;
    expect(await close(pending, plain)).toEqual([{ closed: 1 }, { closed: 1 }]);
  });

  test("are answered while the charges of another hang", async () => {
    const [pending, plain] = [await pendingTournament(), await service.tournamentOf("ann")];
    const hung = Promise.withResolvers<void>();
    service.wallet.slow = () => hung.promise;
    const registrations = [pending, plain, foreign(plain)];
    const call = service.entry.batchCloseRegistration({ registrations });
    const answers = call[Symbol.asyncIterator]();
    const first = await answers.next();
    expect(first.value?.outcomes.map(({ index }: CloseOutcome) => index)).toEqual([1, 2]);
    hung.resolve();
    expect((await answers.next()).value?.outcomes).toMatchObject([
      { index: 0, outcome: { case: "closed", value: { entries: 1 } } },
    ]);
    expect((await answers.next()).done).toBe(true);
  });

  test("in several calls at once, in any order, are all closed", async () => {
    const tournaments = [];
    for (const name of handles(12)) tournaments.push(await service.tournamentOf(name));
    tournaments.push(...Array.from({ length: 12 }, () => service.newTournament()));
    const orders = [tournaments, tournaments.toReversed(), tournaments, tournaments.toReversed()];
    for (const outcomes of await Promise.all(orders.map((order) => close(...order))))
      expect(outcomes.filter((outcome) => typeof outcome !== "object")).toEqual([]);
  });
});
