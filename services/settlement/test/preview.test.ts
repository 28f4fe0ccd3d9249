import fc from "fast-check";
import { newId } from "@tms/kit/values/ids";
import { toRemoteError } from "@tms/kit/errors/status";
import { RemoteError } from "@tms/kit/errors/remote-error";
import {
  SettlementKind,
  SettlementState,
  type Payout,
  type PreviewSettlementResponse,
} from "@tms/proto/tms/settlement/v1/settlement";
import { Status } from "@tms/proto/tms/tournament/v1/tournament";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { FakeTournament } from "./fakes/tournament.ts";
import { startSettlement, type SettlementUnderTest } from "./service.ts";

let service: SettlementUnderTest;
beforeAll(async () => {
  service = await startSettlement();
});
afterAll(() => service?.close());

const preview = ({ id, gameId }: FakeTournament, more: object = {}) =>
  service.client.previewSettlement({ tournamentId: id, gameId, ...more });

const refusal = (call: Promise<unknown>) =>
  call.then(
    () => "accepted",
    (error: unknown) => (error instanceof RemoteError ? error : toRemoteError(error)).reason,
  );

/** A whole preview, page by page. */
async function whole(tournament: FakeTournament, pageSize: number) {
  const payouts: Payout[] = [];
  let page: PreviewSettlementResponse;
  let pageToken = "";
  let pages = 0;
  do {
    page = await preview(tournament, { pageSize, pageToken });
    payouts.push(...page.payouts);
    pageToken = page.nextPageToken;
    pages++;
  } while (pageToken !== "");
  return { ...page, payouts, pages };
}

const inShort = (payouts: readonly Payout[]) =>
  payouts.map(({ entryId, handle, rank, amount, transferId }) => ({
    entryId,
    handle,
    rank,
    amount: amount?.minorUnits,
    transferId,
  }));

describe("the preview of a settlement", () => {
  test("is the plan of a settlement that begins then, whatever the tournament is like", async () => {
    const names = Array.from({ length: 8 }, (_, index) => `g${index}`);
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          feeMinor: fc.bigInt({ min: 0n, max: 4n }),
          platformFeeBps: fc.constantFrom(0, 500, 5_000),
          prizeSplit: fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 5 }),
          minEntries: fc.nat(4),
        }),
        fc.nat(8),
        fc.array(fc.uniqueArray(fc.constantFrom(...names), { maxLength: 3 }), { maxLength: 4 }),
        fc.uniqueArray(fc.constantFrom(...names), { maxLength: 8 }),
        fc.integer({ min: 1, max: 4 }),
        async (terms, entries, eliminations, cheats, pageSize) => {
          const tournament = service.tournament(terms);
          const joined = names.slice(0, entries);
          tournament.join(...joined);
          const out = new Set<string>();
          for (const together of eliminations) {
            const going = together.filter((name) => joined.includes(name) && !out.has(name));
            if (going.length > 0) tournament.eliminate(...going);
            for (const name of going) out.add(name);
          }
          tournament.disqualify(...cheats.filter((name) => joined.includes(name)));
          const seen = await whole(tournament, pageSize);
          await service.schedule(tournament);
          await service.work(tournament);
          const { settlement, payouts } = await service.read(tournament);
          expect(settlement.state).toBe(SettlementState.DONE);
          expect(inShort(seen.payouts)).toEqual(inShort(payouts));
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

  test("refunds where nobody but the disqualified is left, as the end does though its game placed one", async () => {
    const tournament = service.tournament();
    tournament.join("ada", "bob");
    tournament.disqualify("ada", "bob");
    expect(await preview(tournament)).toMatchObject({ kind: SettlementKind.REFUND, entries: 2 });
    tournament.finalRanks = [{ handle: "ada", rank: 1 }];
    await service.schedule(tournament);
    await service.work(tournament);
    const { settlement, payouts } = await service.read(tournament);
    expect(settlement.kind).toBe(SettlementKind.REFUND);
    expect(payouts).toHaveLength(2);
  });

  test("stores, closes and moves nothing", async () => {
    const tournament = service.tournament({ prizeSplit: [2, 1] });
    tournament.join("ada", "bob", "cyd");
    const made = service.ledger.transfers.size;
    expect((await preview(tournament)).payouts).toHaveLength(3);
    expect(tournament.status).toBe(Status.PUBLISHED);
    expect(tournament.registration).toMatchObject({ closed: false, frozen: false });
    expect(service.ledger.transfers.size).toBe(made);
    const { rows } = await service.admin.query(
      `SELECT FROM settlement.settlement WHERE tournament_id = $1`,
      [tournament.id],
    );
    expect(rows).toEqual([]);
    tournament.join("late");
  });

  test("is refused unless the tournament is published", async () => {
    const tournament = service.tournament();
    for (const status of [Status.PENDING, Status.SETTLING, Status.COMPLETED, Status.CANCELLED]) {
      tournament.status = status;
      expect(await refusal(preview(tournament))).toBe("TOURNAMENT_NOT_PUBLISHED");
    }
    const unknown = service.client.previewSettlement({
      tournamentId: newId(),
      gameId: tournament.gameId,
    });
    expect(await refusal(unknown)).toBe("TOURNAMENT_NOT_FOUND");
  });

  test("ends where nobody else is paid, though many more share the rank", async () => {
    const tournament = service.tournament({ feeMinor: 0n });
    tournament.join(...Array.from({ length: 30 }, (_, index) => `g${index}`));
    expect(await whole(tournament, 5)).toMatchObject({ payouts: [], pages: 1 });
    const poor = service.tournament({ feeMinor: 1n, platformFeeBps: 5_000 });
    poor.join(...Array.from({ length: 30 }, (_, index) => `g${index}`));
    const { payouts, pages, prizes } = await whole(poor, 5);
    expect(prizes).toMatchObject([{ rank: 1, entries: 30, each: { minorUnits: 0n } }]);
    expect(inShort(payouts)).toMatchObject([{ handle: "g0", amount: 15n }]);
    expect(pages).toBe(1);
  });

  test("refuses a page of the other kind of plan, and one that it never had", async () => {
    const tournament = service.tournament({ minEntries: 4 });
    tournament.join("ada", "bob", "cyd");
    const first = await preview(tournament, { pageSize: 1 });
    expect(first).toMatchObject({ kind: SettlementKind.REFUND, payouts: [{ handle: "ada" }] });
    const pageToken = first.nextPageToken;
    expect(await preview(tournament, { pageSize: 1, pageToken })).toMatchObject({
      payouts: [{ handle: "bob" }],
    });
    tournament.join("dan");
    expect(await refusal(preview(tournament, { pageToken }))).toBe("INVALID_PAGE_TOKEN");
    for (const forged of ["x", "p", "p.", pageToken.slice(2)])
      expect(await refusal(preview(tournament, { pageToken: forged }))).toBe("INVALID_PAGE_TOKEN");
  });
});
