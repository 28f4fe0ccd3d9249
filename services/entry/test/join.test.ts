import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "@tms/kit/values/ids";
import { Payer } from "@tms/proto/tms/game/v1/game";
import { Status } from "@tms/proto/tms/tournament/v1/tournament";
import { AccountType, TransferKind } from "@tms/proto/tms/wallet/v1/wallet";
import { inHours, refusal, startEntry, type EntryUnderTest } from "./service.ts";

let under: EntryUnderTest;
beforeAll(async () => {
  under = await startEntry();
});
afterAll(() => under?.close());

describe("a join", () => {
  test("of a free tournament takes a seat and charges nobody", async () => {
    const cup = under.newCup();
    const entry = await under.join(cup, "ann");
    expect(entry).toMatchObject({
      tournamentId: cup.tournamentId,
      handle: "ann",
      fee: { currency: "USD", minorUnits: 0n },
    });
    expect(entry.rank).toBeUndefined();
    expect(await under.seatsTaken(cup)).toBe(1);
    expect(under.wallet.charges(cup.tournamentId)).toEqual([]);
  });

  test("paid by the game moves the fee from the game to the pool", async () => {
    const cup = under.newCup({ entryFeeMinorUnits: 250n });
    const entry = await under.join(cup, "ann");
    const { gameId, tournamentId } = cup;
    expect(under.wallet.charges(tournamentId)).toMatchObject([
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
    const cup = under.newCup({ entryFeeMinorUnits: 250n, payer: Payer.WALLET });
    const { gamer } = await under.entry.createGamer({
      requestId: newId(),
      gameId: cup.gameId,
      handle: "ann",
    });
    under.wallet.funds.set(gamer!.id, 300n);
    expect((await under.join(cup, "ann")).gamerId).toBe(gamer!.id);
    expect(under.wallet.funds.get(gamer!.id)).toBe(50n);
  });

  test("that cannot be paid frees its seat and stays refused; another attempt works", async () => {
    const cup = under.newCup({ entryFeeMinorUnits: 250n, payer: Payer.WALLET, maxEntries: 1 });
    const requestId = newId();
    expect(await refusal(under.join(cup, "ann", requestId))).toBe("INSUFFICIENT_FUNDS");
    expect(await under.seatsTaken(cup)).toBe(0);
    const { gamer } = await under.entry.getGamer({ gameId: cup.gameId, handle: "ann" });
    under.wallet.funds.set(gamer!.id, 250n);
    expect(await refusal(under.join(cup, "ann", requestId))).toBe("INSUFFICIENT_FUNDS");
    expect(await refusal(under.join(cup, "ann"))).toBe("accepted");
    expect(under.wallet.funds.get(gamer!.id)).toBe(0n);
    expect(await refusal(under.join(cup, "bob"))).toBe("TOURNAMENT_FULL");
  });

  test("repeated is the same entry and one charge, also in capitals and after the end", async () => {
    const cup = under.newCup({ entryFeeMinorUnits: 250n });
    const requestId = newId();
    const first = await under.join(cup, "ann", requestId);
    expect(await under.join(cup, "ann", requestId)).toEqual(first);
    const capitals = {
      gameId: cup.gameId.toUpperCase(),
      tournamentId: cup.tournamentId.toUpperCase(),
    };
    expect(await under.join(capitals, "ann", requestId.toUpperCase())).toEqual(first);
    await under.passes(cup, "ends_at");
    expect(await under.join(cup, "ann", requestId)).toEqual(first);
    expect(under.wallet.charges(cup.tournamentId)).toHaveLength(1);
  });

  test("under a used request id for someone or something else is refused", async () => {
    const cup = under.newCup();
    const requestId = newId();
    await under.join(cup, "ann", requestId);
    expect(await refusal(under.join(cup, "bob", requestId))).toBe("REQUEST_ID_REUSED");
    const other = under.newCup({ gameId: cup.gameId });
    expect(await refusal(under.join(other, "ann", requestId))).toBe("REQUEST_ID_REUSED");
    expect([await under.seatsTaken(cup), await under.seatsTaken(other)]).toEqual([1, 0]);
  });

  test("of a gamer who is in is refused and charges nothing", async () => {
    const cup = under.newCup({ entryFeeMinorUnits: 250n, maxEntries: 1 });
    await under.join(cup, "ann");
    expect(await refusal(under.join(cup, "ann"))).toBe("GAMER_ALREADY_JOINED");
    await under.passes(cup, "ends_at");
    expect(await refusal(under.join(cup, "ann"))).toBe("GAMER_ALREADY_JOINED");
    expect(under.wallet.charges(cup.tournamentId)).toHaveLength(1);
  });

  test("beyond the last seat is refused", async () => {
    const cup = under.newCup({ maxEntries: 2 });
    await under.joinAll(cup, ["ann", "bob"]);
    expect(await refusal(under.join(cup, "cid"))).toBe("TOURNAMENT_FULL");
    expect(await under.seatsTaken(cup)).toBe(2);
  });

  test("after registration closed, and after the end, is refused", async () => {
    const closed = under.newCup({ registrationCloseTime: inHours(-0.5) });
    expect(await refusal(under.join(closed, "ann"))).toBe("REGISTRATION_CLOSED");
    const ended = under.newCup({ endTime: inHours(-0.5) });
    expect(await refusal(under.join(ended, "ann"))).toBe("TOURNAMENT_ENDED");
    const open = under.newCup();
    await under.join(open, "ann");
    await under.passes(open, "registration_closes_at");
    expect(await refusal(under.join(open, "bob"))).toBe("REGISTRATION_CLOSED");
    await under.passes(open, "ends_at");
    expect(await refusal(under.join(open, "bob"))).toBe("TOURNAMENT_ENDED");
  });

  test.for([Status.PENDING, Status.SETTLING, Status.COMPLETED, Status.CANCELLED])(
    "of a tournament in status %i is refused, until it is published",
    async (status) => {
      const cup = under.newCup({ status });
      expect(await refusal(under.join(cup, "ann"))).toBe("TOURNAMENT_NOT_PUBLISHED");
      under.tournaments.known.get(cup.tournamentId)!.status = Status.PUBLISHED;
      expect(await refusal(under.join(cup, "ann"))).toBe("accepted");
    },
  );

  test("of another game's tournament finds none, before and after it has entries", async () => {
    const cup = under.newCup();
    const stranger = { ...cup, gameId: newId() };
    expect(await refusal(under.join(stranger, "ann"))).toBe("TOURNAMENT_NOT_FOUND");
    await under.join(cup, "ann");
    expect(await refusal(under.join(stranger, "bob"))).toBe("TOURNAMENT_NOT_FOUND");
    expect(await refusal(under.join({ ...cup, tournamentId: newId() }, "ann"))).toBe(
      "TOURNAMENT_NOT_FOUND",
    );
  });

  test("asks about its tournament only until the first is in", async () => {
    const cup = under.newCup();
    await under.join(cup, "ann");
    const { calls } = under.tournaments;
    await under.join(cup, "bob");
    expect(under.tournaments.calls).toBe(calls);
  });

  test("is refused while a thousand other tournaments are being asked about", async () => {
    const joins = Array.from({ length: 1_001 }, () => under.newCup()).map((cup) => ({
      ...cup,
      handle: "ann",
      requestId: newId(),
    }));
    const first = Promise.withResolvers<void>();
    under.tournaments.slow = () => first.promise;
    const reasons = [joins.slice(0, 500), joins.slice(500)].map(async (half) => {
      const refused: string[] = [];
      for await (const { outcomes } of under.entry.batchJoin({ joins: half }))
        for (const { outcome } of outcomes) {
          if (outcome.case === "refused") refused.push(outcome.value.reason);
          // The one too many is answered first, since all others wait.
          first.resolve();
        }
      return refused;
    });
    expect((await Promise.all(reasons)).flat()).toEqual(["OVERLOADED"]);
    under.tournaments.slow = undefined;
  });

  test("that cannot ask about its tournament may come again", async () => {
    const cup = under.newCup();
    const requestId = newId();
    under.tournaments.down = true;
    const early = await refusal(under.join(cup, "ann", requestId));
    under.tournaments.down = false;
    expect(early).toBe("UNAVAILABLE");
    expect(await refusal(under.join(cup, "ann", requestId))).toBe("accepted");
  });
});

describe("a gamer", () => {
  test("is one in all tournaments of a game, another in another game", async () => {
    const one = under.newCup();
    const two = under.newCup({ gameId: one.gameId });
    const ids = await Promise.all(
      [one, two, under.newCup()].map(async (cup) => (await under.join(cup, "ann")).gamerId),
    );
    expect(ids[0]).toBe(ids[1]);
    expect(ids[0]).not.toBe(ids[2]);
  });

  test("is created once, whoever asks and however often", async () => {
    const gameId = newId();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        under.entry.createGamer({ requestId: newId(), gameId, handle: "ann" }),
      ),
    );
    expect(answers.filter((answer) => answer.created)).toHaveLength(1);
    expect(new Set(answers.map((answer) => answer.gamer?.id)).size).toBe(1);
    const unknown = under.entry.getGamer({ gameId, handle: "bob" });
    expect(await refusal(unknown)).toBe("GAMER_NOT_FOUND");
  });
});
