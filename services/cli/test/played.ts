import type { MessageInitShape } from "@bufbuild/protobuf";
import { collected, soleResult } from "@tms/kit/rpc/outcomes";
import { derivedId, newId } from "@tms/kit/values/ids";
import { Payer } from "@tms/proto/tms/game/v1/game";
import { ScoreDirection, type ScoringSchema } from "@tms/proto/tms/tournament/v1/tournament";
import {
  createGame,
  deposit,
  eliminate,
  join,
  publishEvents,
  publishTournament,
} from "../../../test/world/actions.ts";
import { test as base } from "../../../test/world/test.ts";
import type { World } from "../../../test/world/world.ts";
import { settle } from "../../settlement/src/settle.ts";
import {
  checkInvariants,
  describeCheck,
  type Bounds,
  type CheckResult,
} from "../src/invariants.ts";

export { describe, expect } from "vitest";

/** Replaces each `{name}` in a string by the id of what was played. */
const fill = (text: string, ids: Record<string, string>) =>
  text.replaceAll(/\{(\w+)\}/g, (all, name: string) => ids[name] ?? all);

/**
 * A world in which tournaments were played, and a transaction of the test's own, as the
 * administrator. Neither rights nor triggers hold the transaction back.
 *
 * - `ids`: the ids that `play` returns. They replace `{paid}`, `{first}` and so on in SQL.
 * - `change`: runs SQL.
 * - `broken`: returns the promises found broken, up to their first comma.
 * - `report`: returns what an operator reads of the promises found broken.
 */
export const test = base
  .extend("ids", { scope: "file" }, async ({ world }) => {
    const ids = await play(world);
    for (const trigger of [
      "wallet.transfer DISABLE TRIGGER transfer_posts",
      "settlement.payout DISABLE TRIGGER payout_kept",
      "game.member DISABLE TRIGGER member_owner_kept",
    ])
      await world.admin.query(`ALTER TABLE ${trigger}`);
    return ids;
  })
  .extend("client", async ({ world, ids }, { onCleanup }) => {
    if (ids["paid"] === undefined) throw new Error("no tournament was played");
    const client = await world.admin.connect();
    await client.query("BEGIN");
    onCleanup(async () => {
      await client.query("ROLLBACK");
      client.release();
    });
    return client;
  })
  .extend(
    "change",
    ({ client, ids }) =>
      (sql: string) =>
        client.query(fill(sql, ids)),
  )
  .extend("check", ({ client }) => {
    // The checks begin and end a transaction of their own, which would end the test's.
    const query = (text: string, ...rest: []) =>
      /^(BEGIN|ROLLBACK)/.test(text) ? Promise.resolve() : client.query(text, ...rest);
    const reader = new Proxy(client, {
      get: (target, name) => (name === "query" ? query : Reflect.get(target, name)),
    });
    return async (bounds: Bounds = {}): Promise<CheckResult[]> =>
      (await checkInvariants(reader, bounds)).filter(({ findings }) => findings.length > 0);
  })
  .extend(
    "broken",
    ({ check }) =>
      async (bounds?: Bounds) =>
        (await check(bounds)).map(({ promise }) => promise.split(",")[0] ?? ""),
  )
  .extend(
    "report",
    ({ check }) =>
      async (bounds?: Bounds) =>
        (await check(bounds)).map(describeCheck).join("\n"),
  );

/**
 * Plays three tournaments of one game, and returns their ids and those of their entries:
 *
 * - `paid`: two gamers paid 250 each, the `second` went out, and the `first` got 450 by `payout`.
 * - `refunded`: the game paid the fee of 100 of its one `entry`, and got it back.
 * - `scored`: its one gamer, of the entry `scorer`, has two attempts; the first one is better.
 */
async function play(world: World): Promise<Record<string, string>> {
  const { gameId } = await createGame(world, {
    payer: Payer.WALLET,
    creditLimitMinorUnits: 1_000n,
    platformFeeBps: 1_000,
  });
  const paid = await publishTournament(world, { gameId, entryFeeMinorUnits: 250n, maxEntries: 2 });
  const enter = async (handle: string) => {
    const { gamer } = await world.entry.createGamer({ requestId: newId(), gameId, handle });
    await deposit(world, gameId, gamer?.id ?? "", 400n);
    return (await join(world, paid, handle)).id;
  };
  const [first, second] = [await enter("first"), await enter("second")];
  await eliminate(world, paid, "second");
  await world.tournament.completeTournament({ ...paid, requestId: newId() });
  // A game keeps its payer, so only SQL makes a second one.
  await world.admin.query("UPDATE game.game SET payer = 'game' WHERE id = $1", [gameId]);
  const refunded = await publishTournament(world, {
    gameId,
    entryFeeMinorUnits: 100n,
    maxEntries: 1,
  });
  const { id: entry } = await join(world, refunded, "third");
  await world.tournament.cancelTournament({ ...refunded, requestId: newId() });
  const scored = await playScores(world, gameId, { tieBreaks: [ScoreDirection.LOWER] }, [
    { score: 5, tieBreaks: [1] },
    { score: 5, tieBreaks: [3] },
  ]);
  // The events of a settlement follow the end of its tournament, and precede its completion.
  await publishEvents(world, "settlement");
  for (const { tournamentId } of [paid, refunded])
    await settle(world.contexts.settlement, tournamentId);
  await publishEvents(world, "tournament");
  return {
    paid: paid.tournamentId,
    first,
    second,
    payout: derivedId("payout", first),
    refunded: refunded.tournamentId,
    entry,
    ...scored,
  };
}

export type Scoring = Omit<MessageInitShape<typeof ScoringSchema>, "$typeName">;

/** An attempt as it is sent. */
export interface Attempt {
  score: number;
  tieBreaks?: readonly number[];
  hold?: boolean;
}

/** Publishes a tournament of scores, in which one gamer makes some attempts. */
export async function playScores(
  world: World,
  gameId: string,
  scoring: Scoring,
  attempts: readonly Attempt[],
): Promise<{ scored: string; scorer: string }> {
  const tournament = await publishTournament(world, { gameId, scoring });
  const { id } = await join(world, tournament, "scorer");
  for (const { score, tieBreaks = [], hold = false } of attempts) {
    const scores = [
      {
        ...tournament,
        requestId: newId(),
        handle: "scorer",
        attempt: newId(),
        score: BigInt(score),
        tieBreaks: tieBreaks.map(BigInt),
        hold,
      },
    ];
    soleResult(await collected(world.entry.batchSubmitScore({ scores })));
  }
  while (await world.contexts.tournament.relay.runOnce());
  return { scored: tournament.tournamentId, scorer: id };
}
