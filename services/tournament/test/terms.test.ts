import { newId } from "@tms/kit/values/ids";
import { Payer } from "@tms/proto/tms/game/v1/game";
import { Status } from "@tms/proto/tms/tournament/v1/tournament";
import {
  createGame,
  getReason,
  getTournament,
  inHours,
  publishEvents,
  type Terms,
  type TournamentKey,
} from "../../../test/world/actions.ts";
import type { World } from "../../../test/world/world.ts";
import {
  begin,
  createTournament,
  describe,
  enter,
  expect,
  finish,
  publishTournament,
  shift,
  test,
  toRequest,
  upcomingTerms,
} from "./fixture.ts";

const create = (world: World, gameId: string, terms: Terms = {}) =>
  world.tournament.createTournament({ requestId: newId(), gameId, terms: upcomingTerms(terms) });

const update = (world: World, key: TournamentKey, patch: object) =>
  world.tournament.updateTournament({ ...toRequest(key), patch });

describe("CreateTournament", () => {
  test("creates a pending tournament on the game's terms", async ({ gameId, world }) => {
    const { tournament } = await create(world, gameId);
    expect(tournament).toMatchObject({
      gameId,
      status: Status.PENDING,
      currency: "USD",
      payer: Payer.GAME,
      platformFeeBps: 250,
      prizePool: { currency: "USD", minorUnits: 0n },
      winnerGamerIds: [],
      terms: { name: "Chess", description: "A fine tournament.", entryFeeMinorUnits: 250n },
    });
    const key = { gameId, tournamentId: tournament?.id ?? "" };
    expect(await getTournament(world, key)).toEqual(tournament);
  });

  test("keeps every term, and times to the millisecond", async ({ gameId, world }) => {
    const terms = {
      startTime: inHours(-5),
      registrationCloseTime: inHours(3),
      maxEntries: 500,
      minEntries: 500,
      prizeSplit: [50, 30, 20],
    };
    const endTime = { ...inHours(5), nanos: 123_999_999 };
    const { tournament } = await create(world, gameId, { ...terms, endTime });
    expect(tournament?.terms).toMatchObject({ ...terms, endTime: { nanos: 123_000_000 } });
  });

  test("answers a repeat after the end", async ({ gameId, world }) => {
    const request = { requestId: newId(), gameId, terms: upcomingTerms() };
    const first = await world.tournament.createTournament(request);
    await shift(world, { gameId, tournamentId: first.tournament?.id ?? "" }, "-3 hours");
    expect(await world.tournament.createTournament(request)).toEqual(first);
  });

  test("refuses an end in the past, and an unknown game", async ({ gameId, world }) => {
    const terms = { startTime: inHours(-2), endTime: inHours(-1) };
    await expect(create(world, gameId, terms)).rejects.toMatchObject({
      reason: "INVALID_ARGUMENT",
      fields: [{ field: "terms.end_time" }],
    });
    expect(await getReason(create(world, newId()))).toBe("GAME_NOT_FOUND");
  });

  /** Gives a game a number of open tournaments; returns one of them. */
  async function fill(world: World, gameId: string, open: number): Promise<TournamentKey> {
    const key = await createTournament(world, gameId);
    await world.admin.query(
      `INSERT INTO tournament.tournament (id, game_id, name, description, entry_fee_minor,
         starts_at, ends_at, min_entries, prize_split, currency, payer, platform_fee_bps)
       SELECT gen_random_uuid(), game_id, name, description, entry_fee_minor,
         starts_at, ends_at, min_entries, prize_split, currency, payer, platform_fee_bps
       FROM tournament.tournament, generate_series(2, $2) WHERE id = $1`,
      [key.tournamentId, open],
    );
    return key;
  }

  test("opens 10,000 tournaments of a game at most, even in a race", async ({ gameId, world }) => {
    const one = await fill(world, gameId, 9_997);
    const spellings = [gameId, gameId.toUpperCase()];
    const creations = Array.from({ length: 40 }, (_, n) => create(world, spellings[n % 2] ?? ""));
    const reasons = await Promise.all(creations.map(getReason));
    expect(reasons.filter((reason) => reason === "TOURNAMENT_LIMIT")).toHaveLength(37);
    expect(reasons.filter((reason) => reason === "accepted")).toHaveLength(3);
    await world.tournament.cancelTournament(toRequest(one));
    expect(await getReason(create(world, gameId))).toBe("accepted");
    const { gameId: other } = await createGame(world);
    expect(await getReason(create(world, other))).toBe("accepted");
  });
});

describe("UpdateTournament", () => {
  test("changes the terms of its patch and no other", async ({ gameId, world }) => {
    const key = await createTournament(world, gameId);
    const before = await getTournament(world, key);
    const patch = { name: "Cafe\u0301", entryFeeMinorUnits: 0n };
    const first = (await update(world, key, patch)).tournament;
    expect(first).toMatchObject({
      status: before.status,
      createTime: before.createTime,
      terms: { ...before.terms, name: "Caf\u00e9", entryFeeMinorUnits: 0n },
    });
    const others = {
      description: "",
      startTime: inHours(3),
      endTime: inHours(4),
      registrationCloseTime: inHours(2),
      maxEntries: 9,
      minEntries: 3,
      prizeSplit: [3, 2, 1],
    };
    const second = (await update(world, key, others)).tournament;
    expect(second?.terms).toMatchObject({ ...first?.terms, ...others });
  });

  test.for([
    ["patch.start_time", { startTime: inHours(3) }],
    ["patch.end_time", { startTime: inHours(-2), endTime: inHours(-1) }],
    ["patch.name", { name: "\t" }],
  ] as const)("refuses %s, and changes nothing", async ([field, patch], { gameId, world }) => {
    const key = await createTournament(world, gameId);
    const before = await getTournament(world, key);
    await expect(update(world, key, patch)).rejects.toMatchObject({ fields: [{ field }] });
    expect(await getTournament(world, key)).toEqual(before);
  });

  test("applies patches that arrive together one after the other", async ({ gameId, world }) => {
    const key = await createTournament(world, gameId);
    const patches = [{ name: "A" }, { description: "B" }, { maxEntries: 7 }];
    await Promise.all(patches.map((patch) => update(world, key, patch)));
    const { terms } = await getTournament(world, key);
    expect(terms).toMatchObject({ name: "A", description: "B", maxEntries: 7 });
  });
});

describe("an external id", () => {
  const listIds = async (world: World, gameId: string, externalId: string) => {
    const { tournaments } = await world.tournament.listTournaments({ gameId, externalId });
    return tournaments.map(({ id }) => id);
  };

  test("finds its tournament, byte by byte, within its game", async ({ gameId, world }) => {
    const { gameId: otherId } = await createGame(world);
    const ids = ["final", "Final", "!", "~".repeat(100), `"'\\%_`];
    for (const id of [gameId, otherId])
      for (const externalId of ids) {
        const { tournament } = await create(world, id, { externalId });
        expect(tournament?.terms?.externalId).toBe(externalId);
        expect(await listIds(world, id, externalId)).toEqual([tournament?.id]);
      }
    expect(await listIds(world, gameId, "FINAL")).toEqual([]);
  });

  test("stays taken by a cancelled tournament", async ({ gameId, world }) => {
    const key = await createTournament(world, gameId, { externalId: "final" });
    await world.tournament.cancelTournament(toRequest(key));
    await expect(create(world, gameId, { externalId: "final" })).rejects.toMatchObject({
      reason: "EXTERNAL_ID_TAKEN",
      about: { tournament: key.tournamentId },
    });
  });

  test("creates one tournament if several requests race for it", async ({ gameId, world }) => {
    const terms = upcomingTerms({ externalId: "final" });
    const request = { requestId: newId(), gameId, terms };
    const race = Array.from({ length: 12 }, (_, n) =>
      world.tournament.createTournament(n < 4 ? request : { ...request, requestId: newId() }),
    );
    const outcomes = await Promise.allSettled(race);
    const [id, ...others] = await listIds(world, gameId, "final");
    expect(others).toEqual([]);
    const created = outcomes.filter(({ status }) => status === "fulfilled");
    // The repeats of one request have one answer.
    expect(new Set(outcomes.slice(0, 4).map(({ status }) => status)).size).toBe(1);
    expect([1, 4]).toContain(created.length);
    for (const outcome of outcomes)
      if (outcome.status === "fulfilled") expect(outcome.value.tournament?.id).toBe(id);
      else expect(outcome.reason).toMatchObject({ about: { tournament: id } });
  });
});

describe("metadata", () => {
  const METADATA = `{"season":3}`;
  const replace = (world: World, key: TournamentKey, metadata: string, requestId = newId()) =>
    world.tournament.updateMetadata({ ...toRequest(key), requestId, metadata });

  test("can be replaced in any status, and changes nothing else", async ({ gameId, world }) => {
    const pending = await createTournament(world, gameId);
    const key = await publishTournament(world, gameId, { entryFeeMinorUnits: 0n });
    const expectReplaced = async (tournament: TournamentKey, status: Status) => {
      const before = await getTournament(world, tournament);
      const { tournament: after } = await replace(world, tournament, METADATA);
      expect(after).toMatchObject({ status, terms: { metadata: METADATA } });
      await replace(world, tournament, "");
      const { updateTime: _, ...rest } = before;
      expect(await getTournament(world, tournament)).toMatchObject(rest);
    };
    await expectReplaced(pending, Status.PENDING);
    await expectReplaced(key, Status.PUBLISHED);
    await shift(world, key, "-3 hours");
    await begin(world, key);
    await expectReplaced(key, Status.SETTLING);
    await finish(world, key, [newId(), newId()]);
    await expectReplaced(key, Status.COMPLETED);
    await world.tournament.cancelTournament(toRequest(pending));
    await expectReplaced(pending, Status.CANCELLED);
  });

  test("answers a repeat as it was then, and keeps what came later", async ({ gameId, world }) => {
    const key = await publishTournament(world, gameId);
    await enter(world, key, 2);
    const requestId = newId();
    const first = await replace(world, key, METADATA, requestId);
    expect(first.tournament?.prizePool?.minorUnits).toBe(500n);
    await replace(world, key, "{}");
    await world.tournament.completeTournament(toRequest(key));
    {
      using _outage = world.fail("BatchGetBalances");
      expect(await replace(world, key, METADATA, requestId)).toEqual(first);
    }
    expect((await getTournament(world, key)).terms?.metadata).toBe("{}");
  });

  test("is refused in every request unless it is a JSON object", async ({ gameId, world }) => {
    const key = await createTournament(world, gameId, { metadata: METADATA });
    for (const metadata of ["x", "[]"])
      for (const [field, call] of Object.entries({
        metadata: () => replace(world, key, metadata),
        "patch.metadata": () => update(world, key, { metadata }),
        "terms.metadata": () => create(world, gameId, { metadata }),
      }))
        await expect(call()).rejects.toThrow(`${field} must be a JSON object`);
    expect((await getTournament(world, key)).terms?.metadata).toBe(METADATA);
  });

  test("is published with its earlier value, and only if it changed", async ({ gameId, world }) => {
    const key = await createTournament(world, gameId);
    await publishEvents(world, "tournament", gameId);
    for (let repeat = 0; repeat < 2; repeat++) await replace(world, key, METADATA);
    const events = await publishEvents(world, "tournament", gameId);
    expect(events.map(({ change }) => change)).toMatchObject([
      {
        case: "tournamentUpdated",
        value: { tournament: { terms: { metadata: METADATA } }, previous: { metadata: "" } },
      },
    ]);
  });
});
