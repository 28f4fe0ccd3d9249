import { DomainError } from "@tms/kit/errors/domain-error";
import fc from "fast-check";
import {
  SettlementKind,
  SettlementState,
  type Payout,
} from "@tms/proto/tms/settlement/v1/settlement";
import { createTournament, getReason, readPages } from "../../../test/world/actions.ts";
import type { World } from "../../../test/world/world.ts";
import { describe, expect, test, type Tournament } from "./tournament.ts";

const preview = ({ settlement }: World, { gameId, tournamentId }: TournamentKey, more = {}) =>
  settlement.previewSettlement({ gameId, tournamentId, ...more });
type TournamentKey = Pick<Tournament, "gameId" | "tournamentId">;

/** Reads a whole preview, page by page. */
async function previewAll(world: World, tournament: Tournament, pageSize: number) {
  const pages = await readPages((pageToken) => preview(world, tournament, { pageSize, pageToken }));
  const payouts = pages.flatMap((page) => page.payouts);
  return { ...(pages.at(-1) ?? expect.fail()), payouts, pages: pages.length };
}

const shorten = (payouts: readonly Payout[]) =>
  payouts.map(({ entryId, handle, rank, amount, transferId }) => ({
    entryId,
    handle,
    rank,
    amount: amount?.minorUnits,
    transferId,
  }));

const NAMES = Array.from({ length: 8 }, (_, index) => `g${index}`);
const LATER = Array.from({ length: 30 }, (_, index) => `g${index}`);

describe("the preview of a settlement", () => {
  test("is the plan of a settlement that begins then", async ({ open, world }) => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          feeMinor: fc.bigInt({ min: 0n, max: 4n }),
          platformFeeBps: fc.constantFrom(0, 500, 5_000),
          prizeSplit: fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 5 }),
          minEntries: fc.nat(4),
        }),
        fc.nat(8),
        fc.array(fc.uniqueArray(fc.constantFrom(...NAMES), { maxLength: 3 }), { maxLength: 4 }),
        fc.uniqueArray(fc.constantFrom(...NAMES), { maxLength: 8 }),
        fc.integer({ min: 1, max: 4 }),
        async (terms, entries, eliminations, cheats, pageSize) => {
          const handles = NAMES.slice(0, entries);
          const tournament = await open({ ...terms, handles });
          const out = new Set<string>();
          for (const together of eliminations) {
            const going = together.filter((name) => handles.includes(name) && !out.has(name));
            if (going.length > 0) await tournament.eliminate(...going);
            for (const name of going) out.add(name);
          }
          const cheating = cheats.filter((name) => handles.includes(name));
          if (cheating.length > 0) await tournament.disqualify(...cheating);
          const seen = await previewAll(world, tournament, pageSize);
          const settlement = await tournament.work();
          const { payouts } = await tournament.read();
          expect(settlement.state).toBe(SettlementState.DONE);
          expect(shorten(seen.payouts)).toEqual(shorten(payouts));
          expect(seen).toMatchObject({
            kind: settlement.kind,
            entries: settlement.entries,
            pool: { minorUnits: settlement.pool?.minorUnits },
            platformFee: { minorUnits: settlement.platformFee?.minorUnits },
          });
          if (settlement.kind === SettlementKind.REFUND) expect(seen.prizes).toEqual([]);
          for (const { rank, entries: sharing, each } of seen.prizes) {
            const paid = payouts.filter((payout) => payout.rank === rank);
            const amounts = paid.map(({ amount }) => amount?.minorUnits ?? 0n);
            const rest = amounts.slice(1);
            expect(rest).toEqual(rest.map(() => each?.minorUnits));
            expect(paid.length).toBeLessThanOrEqual(sharing);
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  test("stores, closes and moves nothing", async ({ open, world }) => {
    const tournament = await open({ prizeSplit: [2, 1], handles: ["ada", "bob", "cyd"] });
    const read = async () => ({
      tournament: await tournament.message(),
      settlement: await tournament.read(),
      transfers: await tournament.countTransfers(),
    });
    const before = await read();
    expect((await preview(world, tournament)).payouts).toHaveLength(3);
    expect(await read()).toEqual(before);
    await tournament.join("late");
  });

  test("is refused unless the tournament is published", async ({ open, world }) => {
    const pending = await createTournament(world);
    const [settling, completed, cancelled] = [await open(), await open(), await open()];
    await settling.complete();
    await completed.work();
    await cancelled.cancel();
    for (const tournament of [pending, settling, completed, cancelled])
      expect(await getReason(preview(world, tournament))).toBe("TOURNAMENT_NOT_PUBLISHED");
    {
      // The tournament ends between the two reads.
      const published = await open();
      const error = new DomainError("TOURNAMENT_NOT_PUBLISHED");
      using _end = world.fail("PreviewRanking", { error });
      expect(await getReason(preview(world, published))).toBe("TOURNAMENT_NOT_PUBLISHED");
    }
    const unknown = { ...settling.key, gameId: pending.gameId };
    expect(await getReason(preview(world, unknown))).toBe("TOURNAMENT_NOT_FOUND");
  });

  test("ends after the last payout, even if many more share the rank", async ({ open, world }) => {
    const free = await open({ feeMinor: 0n, handles: LATER });
    expect(await previewAll(world, free, 5)).toMatchObject({ payouts: [], pages: 1 });
    const poor = await open({ feeMinor: 1n, platformFeeBps: 5_000, handles: LATER });
    const { payouts, pages, prizes } = await previewAll(world, poor, 5);
    expect(prizes).toMatchObject([{ rank: 1, entries: 30, each: { minorUnits: 0n } }]);
    expect(shorten(payouts)).toMatchObject([{ handle: "g0", amount: 15n }]);
    expect(pages).toBe(1);
  });

  test("refuses a page of the other kind of plan, and forged pages", async ({ open, world }) => {
    const tournament = await open({ minEntries: 4, handles: ["ada", "bob", "cyd"] });
    const first = await preview(world, tournament, { pageSize: 1 });
    expect(first).toMatchObject({ kind: SettlementKind.REFUND, payouts: [{ handle: "ada" }] });
    const pageToken = first.nextPageToken;
    const long = (prefix: string) => prefix + "A".repeat(308);
    expect(await preview(world, tournament, { pageSize: 1, pageToken })).toMatchObject({
      payouts: [{ handle: "bob" }],
    });
    const forged = preview(world, tournament, { pageToken: long("r.") });
    expect(await getReason(forged)).toBe("INVALID_PAGE_TOKEN");
    await tournament.join("dan");
    for (const refused of [pageToken, "x", "p", "p.", pageToken.slice(2), long("p.")]) {
      const page = preview(world, tournament, { pageToken: refused });
      expect(await getReason(page)).toBe("INVALID_PAGE_TOKEN");
    }
  });
});
