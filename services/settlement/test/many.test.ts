import { newId } from "@tms/kit/values/ids";
import { BatchDisburseRequestSchema } from "@tms/proto/tms/wallet/v1/wallet";
import { isMessage } from "@bufbuild/protobuf";
import { Payer } from "@tms/proto/tms/game/v1/game";
import { SettlementState } from "@tms/proto/tms/settlement/v1/settlement";
import { publishEvents, readPages } from "../../../test/world/actions.ts";
import type { Call } from "../../../test/world/bus.ts";
import type { World } from "../../../test/world/world.ts";
import { describe, expect, test, type Open, type Options, type Tournament } from "./tournament.ts";

const ENTRIES = 3_500;
const handles = Array.from({ length: ENTRIES }, (_, index) => `gamer-${index}`);

/** Opens a tournament that the first two gamers join before all others. */
async function openAll(open: Open, options: Options): Promise<Tournament> {
  const tournament = await open({ ...options, handles: handles.slice(0, 2) });
  await tournament.join(...handles.slice(2));
  return tournament;
}

async function listPayouts(world: World, { key }: Tournament, pageSize: number) {
  const pages = await readPages((pageToken) =>
    world.settlement.getSettlement({ ...key, pageSize, pageToken }),
  );
  return pages.map(({ payouts }) => payouts);
}

/** Runs work, and returns the number of transfers in each disbursement that it asked for. */
async function countDisbursed(world: World, work: () => Promise<unknown>): Promise<number[]> {
  const before = world.calls("BatchDisburse").length;
  await work();
  const size = ({ request }: Call) =>
    isMessage(request, BatchDisburseRequestSchema)
      ? request.disbursements.reduce((sum, { transferIds }) => sum + transferIds.length, 0)
      : 0;
  return world.calls("BatchDisburse").slice(before).map(size);
}

describe(`a tournament of ${ENTRIES} entries`, () => {
  test("shares its pool among all still in, in bounded batches", async ({ open, world }) => {
    const tournament = await openAll(open, { feeMinor: 2n, platformFeeBps: 7 });
    const sizes = await countDisbursed(world, () => tournament.work());
    expect((await tournament.read()).settlement).toMatchObject({
      state: SettlementState.DONE,
      entries: ENTRIES,
      payouts: ENTRIES,
      platformFee: { minorUnits: 4n },
    });
    expect(sizes).toEqual([1, 1_000, 1_000, 1_000, 500]);
    // 6,996 of 7,000: one each, and the odd 3,496 to whoever came first.
    const balances = await tournament.balances();
    expect(balances.get("gamer-0")).toBe(3_497n);
    expect(handles.slice(1).every((handle) => balances.get(handle) === 1n)).toBe(true);
    expect((await tournament.money()).pool).toBe(0n);
    expect((await tournament.message()).winnerCount).toBe(ENTRIES);
    const pages = await listPayouts(world, tournament, 999);
    expect(pages.map((page) => page.length)).toEqual([999, 999, 999, 503]);
    expect(new Set(pages.flat().map(({ entryId }) => entryId)).size).toBe(ENTRIES);
    const events = await publishEvents(world, "settlement", tournament.gameId);
    expect(events).toHaveLength(ENTRIES + 2);
    const positions = events.flatMap(({ change }) =>
      change.case === "payoutPaid" ? change.value.position : [],
    );
    expect(positions).toEqual(handles.map((_, index) => index + 1));
  });

  test("pays a tie across pages of the standings once each", async ({ open }) => {
    const tournament = await openAll(open, { prizeSplit: [1, 2] });
    const tied = handles.slice(1, 2_500);
    await tournament.complete([
      { handle: "gamer-0", rank: 1 },
      ...tied.map((handle) => ({ handle, rank: 2 })),
    ]);
    await tournament.work();
    const balances = await tournament.balances();
    // A third of 10,500 to the best; two thirds shared by 2,499, the remainder to their earliest.
    expect(balances.get("gamer-0")).toBe(3_500n);
    expect(balances.get("gamer-1")).toBe(2n + (7_000n % 2_499n));
    expect(tied.slice(1).every((handle) => balances.get(handle) === 2n)).toBe(true);
    expect(balances.get("gamer-2500")).toBe(0n);
    expect((await tournament.money()).pool).toBe(0n);
  });

  test("is refunded in full by workers that resume where one stopped", async ({ open, world }) => {
    const tournament = await openAll(open, { payer: Payer.WALLET, feeMinor: 7n });
    await tournament.cancel();
    let batches = 0;
    {
      using _failure = world.watch({
        before({ rpc }) {
          if (rpc === "BatchDisburse" && ++batches === 3) throw new Error("out of order");
        },
      });
      expect((await tournament.work()).state).toBe(SettlementState.PAYING);
    }
    const paid = (await listPayouts(world, tournament, 1_000)).flat().filter((one) => one.payTime);
    // The last was under way beside the one that failed.
    expect(paid).toHaveLength(2_500);
    expect(await countDisbursed(world, () => tournament.work())).toEqual([1_000, 500]);
    expect((await tournament.read()).settlement).toMatchObject({
      state: SettlementState.DONE,
      entries: ENTRIES,
    });
    const balances = await tournament.balances();
    expect(handles.filter((handle) => balances.get(handle) !== 7n)).toEqual([]);
  });
});

describe("a settlement", () => {
  test.for([
    ["payout", "payoutPaid"],
    ["refund", "refundPaid"],
  ] as const)(
    "publishes its plan, each %s once, and its end, in this order",
    async ([kind, paid], { open, world }) => {
      const tournament = await open({ handles: ["ada", "bob", "cyd"] });
      if (kind === "refund") await tournament.cancel();
      await tournament.work();
      const events = await publishEvents(world, "settlement", tournament.gameId);
      expect(events.map(({ change }) => change.case)).toEqual([
        "settlementPlanned",
        paid,
        paid,
        paid,
        "settlementDone",
      ]);
      expect(new Set(events.map(({ id }) => id)).size).toBe(5);
      const { payouts } = await tournament.read();
      const published = events.flatMap(({ change }) => (change.case === paid ? change.value : []));
      expect(published.map(({ position, payout }) => [position, payout?.transferId])).toEqual(
        payouts.map(({ transferId }, index) => [index + 1, transferId]),
      );
    },
  );

  test("publishes that it is dead, and that it resumes", async ({ open, world }) => {
    const tournament = await open({ handles: ["ada"] });
    const { tournamentId, gameId } = tournament;
    await tournament.addSurplus(5n);
    await tournament.cancel();
    await tournament.work();
    await world.settlement.retrySettlement({ requestId: newId(), tournamentId });
    const events = await publishEvents(world, "settlement", gameId);
    expect(events.map(({ change }) => change)).toMatchObject(
      ["settlementFailed", "settlementResumed"].map((name) => ({
        case: name,
        value: { settlement: { lastError: "" } },
      })),
    );
  });
});
