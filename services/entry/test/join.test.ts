import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "@tms/kit/values/ids";
import { Payer } from "@tms/proto/tms/game/v1/game";
import { Status } from "@tms/proto/tms/tournament/v1/tournament";
import { AccountType, TransferKind } from "@tms/proto/tms/wallet/v1/wallet";
import { inHours, refusal, startEntry, walletOf, type EntryUnderTest } from "./service.ts";

let service: EntryUnderTest;
beforeAll(async () => {
  service = await startEntry();
});
afterAll(() => service?.close());

describe("a join", () => {
  test("of a free tournament takes a seat and charges nobody", async () => {
    const tournament = service.newTournament();
    const entry = await service.join(tournament, "ann");
    expect(entry).toMatchObject({
      tournamentId: tournament.tournamentId,
      handle: "ann",
      fee: { currency: "USD", minorUnits: 0n },
    });
    expect(entry.rank).toBeUndefined();
    expect(await service.seatsTaken(tournament)).toBe(1);
    expect(service.wallet.charges(tournament.tournamentId)).toEqual([]);
  });

  test("paid by the game moves the fee from the game to the pool", async () => {
    const tournament = service.newTournament({ entryFeeMinorUnits: 250n });
    const entry = await service.join(tournament, "ann");
    const { gameId, tournamentId } = tournament;
    expect(service.wallet.charges(tournamentId)).toMatchObject([
      {
        debit: { gameId, type: AccountType.GAME, ownerId: gameId },
        credit: { gameId, type: AccountType.PRIZE_POOL, ownerId: tournamentId },
        amount: { currency: "USD", minorUnits: 250n },
        kind: TransferKind.ENTRY_FEE,
        referenceId: tournamentId,
      },
    ]);
    expect(entry.fee?.minorUnits).toBe(250n);
  });

  test("paid by wallet moves the fee from the gamer's own", async () => {
    const tournament = service.newTournament({ entryFeeMinorUnits: 250n, payer: Payer.WALLET });
    const { gamer } = await service.entry.createGamer({
      requestId: newId(),
      gameId: tournament.gameId,
      handle: "ann",
    });
    service.wallet.put(walletOf(tournament, gamer!), 300n);
    expect((await service.join(tournament, "ann")).gamerId).toBe(gamer!.id);
    expect(service.wallet.balance(walletOf(tournament, gamer!))).toBe(50n);
  });

  test("that cannot be paid frees its seat and stays refused; another attempt works", async () => {
    const tournament = service.newTournament({
      entryFeeMinorUnits: 250n,
      payer: Payer.WALLET,
      maxEntries: 1,
    });
    const requestId = newId();
    expect(await refusal(service.join(tournament, "ann", requestId))).toBe("INSUFFICIENT_FUNDS");
    expect(await service.seatsTaken(tournament)).toBe(0);
    const { gamer } = await service.entry.getGamer({ gameId: tournament.gameId, handle: "ann" });
    service.wallet.put(walletOf(tournament, gamer!), 250n);
    expect(await refusal(service.join(tournament, "ann", requestId))).toBe("INSUFFICIENT_FUNDS");
    expect(await refusal(service.join(tournament, "ann"))).toBe("accepted");
    expect(service.wallet.balance(walletOf(tournament, gamer!))).toBe(0n);
    expect(await refusal(service.join(tournament, "bob"))).toBe("TOURNAMENT_FULL");
  });

  test("repeated is the same entry and one charge, also in capitals and after the end", async () => {
    const tournament = service.newTournament({ entryFeeMinorUnits: 250n });
    const requestId = newId();
    const first = await service.join(tournament, "ann", requestId);
    expect(await service.join(tournament, "ann", requestId)).toEqual(first);
    const capitals = {
      gameId: tournament.gameId.toUpperCase(),
      tournamentId: tournament.tournamentId.toUpperCase(),
    };
    expect(await service.join(capitals, "ann", requestId.toUpperCase())).toEqual(first);
    await service.passes(tournament, "ends_at");
    expect(await service.join(tournament, "ann", requestId)).toEqual(first);
    expect(service.wallet.charges(tournament.tournamentId)).toHaveLength(1);
  });

  test("under a used request id for someone or something else is refused", async () => {
    const tournament = service.newTournament();
    const requestId = newId();
    await service.join(tournament, "ann", requestId);
    expect(await refusal(service.join(tournament, "bob", requestId))).toBe("REQUEST_ID_REUSED");
    const other = service.newTournament({ gameId: tournament.gameId });
    expect(await refusal(service.join(other, "ann", requestId))).toBe("REQUEST_ID_REUSED");
    expect([await service.seatsTaken(tournament), await service.seatsTaken(other)]).toEqual([1, 0]);
  });

  test("of a gamer who is in is refused and charges nothing", async () => {
    const tournament = service.newTournament({ entryFeeMinorUnits: 250n, maxEntries: 1 });
    await service.join(tournament, "ann");
    expect(await refusal(service.join(tournament, "ann"))).toBe("GAMER_ALREADY_JOINED");
    await service.passes(tournament, "ends_at");
    expect(await refusal(service.join(tournament, "ann"))).toBe("GAMER_ALREADY_JOINED");
    expect(service.wallet.charges(tournament.tournamentId)).toHaveLength(1);
  });

  test("beyond the last seat is refused", async () => {
    const tournament = service.newTournament({ maxEntries: 2 });
    await service.joinAll(tournament, ["ann", "bob"]);
    expect(await refusal(service.join(tournament, "cid"))).toBe("TOURNAMENT_FULL");
    expect(await service.seatsTaken(tournament)).toBe(2);
  });

  test("after registration closed, and after the end, is refused", async () => {
    const closed = service.newTournament({ registrationCloseTime: inHours(-0.5) });
    expect(await refusal(service.join(closed, "ann"))).toBe("REGISTRATION_CLOSED");
    const ended = service.newTournament({ endTime: inHours(-0.5) });
    expect(await refusal(service.join(ended, "ann"))).toBe("TOURNAMENT_ENDED");
    const open = service.newTournament();
    await service.join(open, "ann");
    await service.passes(open, "registration_closes_at");
    expect(await refusal(service.join(open, "bob"))).toBe("REGISTRATION_CLOSED");
    await service.passes(open, "ends_at");
    expect(await refusal(service.join(open, "bob"))).toBe("TOURNAMENT_ENDED");
  });

  test.for([Status.PENDING, Status.SETTLING, Status.COMPLETED, Status.CANCELLED])(
    "of a tournament in status %i is refused, until it is published",
    async (status) => {
      const tournament = service.newTournament({ status });
      expect(await refusal(service.join(tournament, "ann"))).toBe("TOURNAMENT_NOT_PUBLISHED");
      service.tournaments.known.get(tournament.tournamentId)!.message.status = Status.PUBLISHED;
      expect(await refusal(service.join(tournament, "ann"))).toBe("accepted");
    },
  );

  test("of another game's tournament finds none, before and after it has entries", async () => {
    const tournament = service.newTournament();
    const stranger = { ...tournament, gameId: newId() };
    expect(await refusal(service.join(stranger, "ann"))).toBe("TOURNAMENT_NOT_FOUND");
    await service.join(tournament, "ann");
    expect(await refusal(service.join(stranger, "bob"))).toBe("TOURNAMENT_NOT_FOUND");
    expect(await refusal(service.join({ ...tournament, tournamentId: newId() }, "ann"))).toBe(
      "TOURNAMENT_NOT_FOUND",
    );
  });

  test("asks about its tournament only until the first is in", async () => {
    const tournament = service.newTournament();
    await service.join(tournament, "ann");
    const { reads } = service.tournaments;
    await service.join(tournament, "bob");
    expect(service.tournaments.reads).toBe(reads);
  });

  test("is refused while a thousand other tournaments are being asked about", async () => {
    const joins = Array.from({ length: 1_001 }, () => service.newTournament()).map(
      (tournament) => ({
        ...tournament,
        handle: "ann",
        requestId: newId(),
      }),
    );
    const first = Promise.withResolvers<void>();
    service.tournaments.slow = () => first.promise;
    const reasons = [joins.slice(0, 500), joins.slice(500)].map(async (half) => {
      const refused: string[] = [];
      for await (const { outcomes } of service.entry.batchJoin({ joins: half }))
        for (const { outcome } of outcomes) {
          if (outcome.case === "refused") refused.push(outcome.value.reason);
          // The one too many is answered first, since all others wait.
          first.resolve();
        }
      return refused;
    });
    expect((await Promise.all(reasons)).flat()).toEqual(["OVERLOADED"]);
    service.tournaments.slow = undefined;
  });

  test("that cannot ask about its tournament may come again", async () => {
    const tournament = service.newTournament();
    const requestId = newId();
    service.tournaments.down = true;
    const early = await refusal(service.join(tournament, "ann", requestId));
    service.tournaments.down = false;
    expect(early).toBe("UNAVAILABLE");
    expect(await refusal(service.join(tournament, "ann", requestId))).toBe("accepted");
  });
});

describe("a gamer", () => {
  test("is one in all tournaments of a game, another in another game", async () => {
    const one = service.newTournament();
    const two = service.newTournament({ gameId: one.gameId });
    const ids = await Promise.all(
      [one, two, service.newTournament()].map(
        async (tournament) => (await service.join(tournament, "ann")).gamerId,
      ),
    );
    expect(ids[0]).toBe(ids[1]);
    expect(ids[0]).not.toBe(ids[2]);
  });

  test("is created once, whoever asks and however often", async () => {
    const gameId = newId();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        service.entry.createGamer({ requestId: newId(), gameId, handle: "ann" }),
      ),
    );
    expect(answers.filter((answer) => answer.created)).toHaveLength(1);
    expect(new Set(answers.map((answer) => answer.gamer?.id)).size).toBe(1);
    const unknown = service.entry.getGamer({ gameId, handle: "bob" });
    expect(await refusal(unknown)).toBe("GAMER_NOT_FOUND");
  });
});
