import { RemoteError } from "@tms/kit/errors/remote-error";
import { newId } from "@tms/kit/values/ids";
import { Payer } from "@tms/proto/tms/game/v1/game";
import { AccountType } from "@tms/proto/tms/wallet/v1/wallet";
import {
  createGame,
  createTournament,
  deposit,
  eliminate,
  getBalance,
  getReason,
  inHours,
  join,
  publishTournament,
} from "../../../test/world/actions.ts";
import { describe, expect, test } from "../../../test/world/test.ts";
import { createOpenRegistration } from "../src/registration.ts";
import {
  countFees,
  countSeats,
  handles,
  joinOutcomes,
  joinReasons,
  pass,
  publishWalletTournament,
} from "./actions.ts";

const PAID = { entryFeeMinorUnits: 250n };

describe("a join", () => {
  test.for([
    ["nobody, for a free tournament", Payer.GAME, 0n, [0n, 300n, 0n]],
    ["the game", Payer.GAME, 250n, [-250n, 300n, 250n]],
    ["the wallet", Payer.WALLET, 250n, [0n, 50n, 250n]],
  ] as const)("takes a seat and charges %s", async ([, payer, fee, balances], { world }) => {
    const { gameId } = await createGame(world, { payer });
    const tournament = await publishTournament(world, { entryFeeMinorUnits: fee, gameId });
    const { gamer } = await world.entry.createGamer({ requestId: newId(), gameId, handle: "ann" });
    const gamerId = gamer?.id ?? "";
    await deposit(world, gameId, gamerId, 300n);
    const entry = await join(world, tournament, "ann");
    const { tournamentId } = tournament;
    expect(entry).toMatchObject({ tournamentId, handle: "ann", gamerId });
    expect(entry).toMatchObject({ fee: { currency: "USD", minorUnits: fee } });
    expect(entry.rank).toBeUndefined();
    const owners: [AccountType, string][] = [
      [AccountType.GAME, gameId],
      [AccountType.GAMER, gamerId],
      [AccountType.PRIZE_POOL, tournamentId],
    ];
    const found = owners.map(([type, ownerId]) => getBalance(world, { gameId, type, ownerId }));
    expect(await Promise.all(found)).toEqual(balances);
    expect(await countFees(world, tournament)).toBe(fee === 0n ? 0 : 1);
    expect(await countSeats(world, tournament)).toBe(1);
  });

  test("stays refused if it cannot be paid, and frees its seat", async ({ world }) => {
    const tournament = await publishWalletTournament(world, { ...PAID, maxEntries: 1 });
    const { gameId } = tournament;
    const requestId = newId();
    expect(await getReason(join(world, tournament, "ann", requestId))).toBe("INSUFFICIENT_FUNDS");
    expect(await countSeats(world, tournament)).toBe(0);
    const { gamer } = await world.entry.getGamer({ gameId, handle: "ann" });
    await deposit(world, gameId, gamer?.id ?? "", 250n);
    expect(await getReason(join(world, tournament, "ann", requestId))).toBe("INSUFFICIENT_FUNDS");
    expect(await getReason(join(world, tournament, "ann"))).toBe("accepted");
    expect(await getReason(join(world, tournament, "bob"))).toBe("TOURNAMENT_FULL");
  });

  test("is one entry, charged once, repeated in capitals or after the end", async ({ world }) => {
    const tournament = await publishTournament(world, PAID);
    const requestId = newId();
    const first = await join(world, tournament, "ann", requestId);
    const capitals = {
      gameId: tournament.gameId.toUpperCase(),
      tournamentId: tournament.tournamentId.toUpperCase(),
    };
    expect(await join(world, capitals, "ann", requestId.toUpperCase())).toEqual(first);
    await pass(world, tournament, "ends_at");
    expect(await join(world, tournament, "ann", requestId)).toEqual(first);
    expect(await countFees(world, tournament)).toBe(1);
  });

  test("is refused once registration closed, and once the tournament ended", async ({ world }) => {
    const closed = await publishTournament(world, { registrationCloseTime: inHours(-0.5) });
    expect(await getReason(join(world, closed, "ann"))).toBe("REGISTRATION_CLOSED");
    const open = await publishTournament(world);
    await join(world, open, "ann");
    await pass(world, open, "registration_closes_at");
    expect(await getReason(join(world, open, "bob"))).toBe("REGISTRATION_CLOSED");
    await pass(world, open, "ends_at");
    expect(await getReason(join(world, open, "bob"))).toBe("TOURNAMENT_ENDED");
    expect(await getReason(join(world, open, "ann"))).toBe("GAMER_ALREADY_JOINED");
  });

  test("is refused before the tournament is published, and after it is over", async ({ world }) => {
    const tournament = await createTournament(world);
    const request = { ...tournament, requestId: newId() };
    expect(await getReason(join(world, tournament, "ann"))).toBe("TOURNAMENT_NOT_PUBLISHED");
    await world.tournament.publishTournament(request);
    expect(await getReason(join(world, tournament, "ann"))).toBe("accepted");
    await world.tournament.completeTournament({ ...request, requestId: newId() });
    expect(await getReason(join(world, tournament, "bob"))).toBe("TOURNAMENT_NOT_PUBLISHED");
  });
});

describe("the tournament service", () => {
  test("is asked about a tournament until the first join", async ({ world }) => {
    const tournament = await publishTournament(world);
    const requestId = newId();
    {
      using _outage = world.fail("BatchGetTournaments");
      expect(await getReason(join(world, tournament, "ann", requestId))).toBe("UNAVAILABLE");
    }
    await join(world, tournament, "ann", requestId);
    using _outage = world.fail("BatchGetTournaments");
    const other = await publishTournament(world);
    const joins = [tournament, other].map((key) => ({ ...key, requestId: newId(), handle: "bob" }));
    expect(await joinReasons(world, joins)).toEqual(["entry", "UNAVAILABLE"]);
  });

  test("is asked about a thousand tournaments at once and no more", async ({ world }) => {
    const answer = Promise.withResolvers<void>();
    const openRegistration = createOpenRegistration({
      db: world.contexts.entry.db,
      tournaments: {
        ...world.tournament,
        async *batchGetTournaments() {
          await answer.promise;
          yield* world.tournament.batchGetTournaments({});
        },
      },
    });
    const open = () => openRegistration({ gameId: newId(), tournamentId: newId() });
    const opening = Array.from({ length: 1_001 }, open);
    // The one too many is answered first, because all others wait.
    await expect(Promise.race(opening)).rejects.toMatchObject({ reason: "OVERLOADED" });
    answer.reject(new RemoteError("UNAVAILABLE", "out of order"));
    const reasons = await Promise.all(opening.map((call) => call.catch(({ reason }) => reason)));
    expect(reasons.filter((reason) => reason === "UNAVAILABLE")).toHaveLength(1_000);
  });
});

describe("a batch of joins", () => {
  test("lets no invalid join fail the others", async ({ world }) => {
    const [tournament, other] = [
      await publishTournament(world, PAID),
      await publishTournament(world),
    ];
    const toJoin = (more: object) => ({
      ...tournament,
      requestId: newId(),
      handle: "ann",
      ...more,
    });
    const actor = `user:${newId()}`;
    const invalid = [
      { handle: "a\nb" },
      { requestId: "no id" },
      { tournamentId: "no id" },
      { origin: { actor: `${actor}, ${actor}` } },
      { metadata: "[]" },
      { metadata: JSON.stringify({ text: "x".repeat(2_049) }) },
    ];
    const outcomes = await joinReasons(world, [
      ...invalid.map(toJoin),
      toJoin({}),
      toJoin({ tournamentId: newId() }),
      toJoin({ gameId: newId() }),
      toJoin({ ...other, origin: { actor, requestId: "not fit for a log" } }),
    ]);
    expect(outcomes).toEqual([
      ...invalid.map(() => "INVALID_ARGUMENT"),
      "entry",
      "TOURNAMENT_NOT_FOUND",
      "TOURNAMENT_NOT_FOUND",
      "entry",
    ]);
    expect([await countFees(world, tournament), await countSeats(world, tournament)]).toEqual([
      1, 1,
    ]);
  });

  test("is answered while another charge hangs", async ({ world }) => {
    const [free, paid] = [await publishTournament(world), await publishTournament(world, PAID)];
    using silence = world.hold("CollectFees");
    const joins = [paid, free].map((key) => ({ ...key, requestId: newId(), handle: "ann" }));
    const answers = world.entry.batchJoin({ joins })[Symbol.asyncIterator]();
    expect((await answers.next()).value?.outcomes).toMatchObject([{ index: 1 }]);
    expect((await join(world, free, "bob")).handle).toBe("bob");
    silence[Symbol.dispose]();
    expect((await answers.next()).value?.outcomes).toMatchObject([{ index: 0 }]);
    expect((await answers.next()).done).toBe(true);
  });

  test("seats gamers in order until all seats are taken", async ({ world }) => {
    const tournament = await publishTournament(world, { maxEntries: 3 });
    const joins = handles(5).map((handle) => ({ ...tournament, requestId: newId(), handle }));
    const expected = ["entry", "entry", "entry", "TOURNAMENT_FULL", "TOURNAMENT_FULL"];
    expect(await joinReasons(world, joins)).toEqual(expected);
    expect(await joinReasons(world, joins)).toEqual(expected);
  });

  test("answers copies of a request alike, and refuses its gamer's others", async ({ world }) => {
    const tournament = await publishTournament(world);
    const other = await publishTournament(world, { gameId: tournament.gameId });
    const [first, second] = [newId(), newId()];
    const toJoin = (requestId: string, handle = "ann") => ({ ...tournament, requestId, handle });
    const joins = [first, first, second, second, first].map((id) => toJoin(id));
    const outcomes = await joinReasons(world, [...joins, toJoin(first, "bob")]);
    expect(outcomes).toEqual([
      "entry",
      "entry",
      "GAMER_ALREADY_JOINED",
      "GAMER_ALREADY_JOINED",
      "entry",
      "REQUEST_ID_REUSED",
    ]);
    expect(await getReason(join(world, other, "ann", first))).toBe("REQUEST_ID_REUSED");
    expect([await countSeats(world, tournament), await countSeats(world, other)]).toEqual([1, 0]);
  });
});

test("keeps metadata to its entry in a batch, as part of the request", async ({ world }) => {
  const tournament = await publishTournament(world, PAID);
  const joins = handles(40).map((handle) => ({
    ...tournament,
    requestId: newId(),
    handle,
    metadata: handle.endsWith("7") ? "" : `{"of":"${handle}"}`,
  }));
  const outcomes = await joinOutcomes(world, joins);
  expect(outcomes.map(({ outcome }) => outcome.value)).toMatchObject(
    joins.map(({ metadata }) => ({ metadata })),
  );
  const { entries } = await world.entry.listEntries({ ...tournament, pageSize: 100 });
  expect(Object.fromEntries(entries.map(({ handle, metadata }) => [handle, metadata]))).toEqual(
    Object.fromEntries(joins.map(({ handle, metadata }) => [handle, metadata])),
  );
  const [first] = joins;
  expect(await joinReasons(world, [{ ...first, metadata: "{}" }])).toEqual(["REQUEST_ID_REUSED"]);
  expect(await eliminate(world, tournament, "g0")).toMatchObject([{ metadata: first?.metadata }]);
});
