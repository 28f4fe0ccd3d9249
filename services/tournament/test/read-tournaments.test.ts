import { newId } from "@tms/kit/values/ids";
import { collected } from "@tms/kit/rpc/outcomes";
import { Status } from "@tms/proto/tms/tournament/v1/tournament";
import { createGame, inHours, type TournamentKey } from "../../../test/world/actions.ts";
import type { World } from "../../../test/world/world.ts";
import {
  begin,
  createTournament,
  describe,
  enter,
  expect,
  finish,
  publishDue,
  publishTournament,
  test,
  toRequest,
} from "./fixture.ts";

async function read({ tournament }: World, tournaments: TournamentKey[], withPrizePools = true) {
  const outcomes = await collected(tournament.batchGetTournaments({ tournaments, withPrizePools }));
  return outcomes.toSorted((a, b) => a.index - b.index).map(({ outcome }) => outcome);
}

const refused = (reason: string) => ({ case: "refused", value: { reason } });

/** Publishes a tournament in a game of its own. */
const publishAlone = async (world: World) =>
  publishTournament(world, (await createGame(world)).gameId);

async function publishWon(world: World, gameId: string, winners: string[]): Promise<TournamentKey> {
  const key = await publishDue(world, gameId);
  await begin(world, key);
  await finish(world, key, winners);
  return key;
}

describe("BatchGetTournaments", () => {
  test("leaves prize pools out unless they are asked for", async ({ gameId, world }) => {
    using _ledger = world.fail("BatchGetBalances");
    using _entries = world.fail("BatchCountEntries");
    const [outcome] = await read(world, [await publishTournament(world, gameId)], false);
    expect(outcome?.value).toMatchObject({ terms: { name: "Chess" } });
    expect(outcome?.value).not.toHaveProperty("prizePool");
  });

  test("counts the paid entries while the ledger is away", async ({ gameId, world }) => {
    const [settling, pending, published] = [
      await publishTournament(world, gameId),
      await createTournament(world, gameId),
      await publishTournament(world, gameId),
    ];
    await world.tournament.completeTournament(toRequest(settling));
    await enter(world, published, 2);
    using _ledger = world.fail("BatchGetBalances");
    // The payouts of a tournament that is settled are not known.
    expect(await read(world, [settling, settling, pending, published])).toMatchObject([
      refused("UNAVAILABLE"),
      refused("UNAVAILABLE"),
      { case: "tournament", value: { prizePool: { minorUnits: 0n } } },
      { case: "tournament", value: { prizePool: { minorUnits: 500n } } },
    ]);
    using _entries = world.fail("BatchCountEntries");
    expect(await read(world, [published])).toMatchObject([refused("UNAVAILABLE")]);
  });

  test("returns those that need no ledger while it is silent", async ({ gameId, world }) => {
    const published = await publishTournament(world, gameId);
    const pending = await createTournament(world, gameId);
    const won = await publishWon(world, gameId, [newId()]);
    const tournaments = [published, pending, won, { gameId, tournamentId: newId() }];
    using silence = world.hold("BatchGetBalances");
    const returned: number[] = [];
    const answer = world.tournament.batchGetTournaments({ tournaments, withPrizePools: true });
    for await (const { outcomes } of answer) {
      returned.push(...outcomes.map(({ index }) => index));
      if (returned.length === 3) silence[Symbol.dispose]();
    }
    expect(returned.at(-1)).toBe(0);
    expect(new Set(returned)).toEqual(new Set([0, 1, 2, 3]));
  });

  test("sends very many winners in messages of their own", async ({ gameId, world }) => {
    const keys = await Promise.all([1, 2, 3].map(() => publishDue(world, gameId)));
    for (const key of keys) await begin(world, key);
    await world.admin.query(
      `INSERT INTO tournament.winner (tournament_id, gamer_id)
       SELECT id, gen_random_uuid() FROM unnest($1::uuid[]) AS id, generate_series(1, 100001)`,
      [keys.slice(0, 2).map(({ tournamentId }) => tournamentId)],
    );
    for (const key of keys) await finish(world, key);
    const messages: number[][] = [];
    const request = { tournaments: keys, withPrizePools: true };
    for await (const { outcomes } of world.tournament.batchGetTournaments(request)) {
      messages.push(outcomes.map(({ index }) => index));
      for (const { outcome, index } of outcomes) {
        const { winnerGamerIds, winnerCount } =
          outcome.case === "tournament" ? outcome.value : expect.fail();
        expect(winnerCount).toBe(index < 2 ? 100_001 : 0);
        expect(new Set(winnerGamerIds).size).toBe(index < 2 ? 100_000 : 0);
      }
    }
    expect(messages).toEqual([[0], [1], [2]]);
  });
});

describe("ListTournaments", () => {
  test("filters by status and by end, the newest first", async ({ gameId, world }) => {
    await publishAlone(world);
    const { tournamentId: early } = await createTournament(world, gameId);
    const endTime = inHours(9);
    const { tournamentId: late } = await publishTournament(world, gameId, { endTime });
    const list = async (filter: object) => {
      const { tournaments } = await world.tournament.listTournaments({ gameId, ...filter });
      return tournaments.map(({ id }) => id);
    };
    expect(await list({})).toEqual([late, early]);
    expect(await list({ status: Status.PENDING })).toEqual([early]);
    expect(await list({ status: Status.CANCELLED })).toEqual([]);
    expect(await list({ endsAfter: endTime })).toEqual([late]);
    expect(await list({ endsBefore: endTime })).toEqual([early]);
    expect(await list({ status: Status.PENDING, endsAfter: inHours(3) })).toEqual([]);
  });

  test("reads the prize pools of a page in one call", async ({ gameId, world }) => {
    const first = await publishTournament(world, gameId);
    await createTournament(world, gameId);
    const third = await publishTournament(world, gameId);
    await enter(world, first, 1);
    await enter(world, third, 3);
    const winner = newId();
    await publishWon(world, gameId, [winner]);
    const before = world.calls("BatchGetBalances").length;
    const { tournaments } = await world.tournament.listTournaments({ gameId });
    const pools = tournaments.map(({ prizePool }) => prizePool?.minorUnits);
    expect(pools).toEqual([0n, 750n, 0n, 250n]);
    expect(tournaments[0]).toMatchObject({ winnerGamerId: winner, winnerGamerIds: [] });
    const calls = world.calls("BatchGetBalances").slice(before);
    expect(calls).toMatchObject([{ request: { refs: [{}, {}] } }]);
  });
});
