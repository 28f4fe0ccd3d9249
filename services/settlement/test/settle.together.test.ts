import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { newId } from "@tms/kit/values/ids";
import { SettlementState } from "@tms/proto/tms/settlement/v1/settlement";
import { Status } from "@tms/proto/tms/tournament/v1/tournament";
import { TransferKind } from "@tms/proto/tms/wallet/v1/wallet";
import { settle } from "../src/settle.ts";
import type { Cup, CupOptions } from "./fakes/tournament.ts";
import { startSettlement, type SettlementUnderTest } from "./service.ts";

let under: SettlementUnderTest;
beforeAll(async () => {
  under = await startSettlement();
});
afterEach(() => {
  under.faults.plan = () => undefined;
});
afterAll(() => under.close());

const OPTIONS = { feeMinor: 100n, platformFeeBps: 1_000, prizeSplit: [70, 30] };

/** Tournaments of three entries that are due. */
async function dueCups(count: number, options: Partial<CupOptions> = OPTIONS): Promise<Cup[]> {
  const cups = Array.from({ length: count }, () => under.cup(options));
  for (const cup of cups) {
    cup.join("ada", "bob", "cyd");
    cup.eliminate("cyd");
    cup.eliminate("bob");
    await under.schedule(cup);
  }
  return cups;
}

async function workOn(cups: readonly Cup[]): Promise<void> {
  for (const cup of cups) await under.makeDue(cup);
  await Promise.all(cups.map((cup) => settle(under.context, cup.id)));
}

const stateOf = async (cup: Cup) => (await under.read(cup)).settlement.state;

async function expectPaid(cup: Cup): Promise<void> {
  expect(await stateOf(cup)).toBe(SettlementState.DONE);
  expect(cup.status).toBe(Status.COMPLETED);
  expect([...cup.winners]).toEqual([cup.entry("ada").gamerId]);
  expect(["ada", "bob", "cyd"].map(cup.balanceOf)).toEqual([189n, 81n, 0n]);
  expect(under.ledger.balance(cup.accounts.platform)).toBe(30n);
  expect(under.ledger.balance(cup.accounts.pool)).toBe(0n);
}

describe("tournaments that are settled at the same time", () => {
  test("share their calls", async () => {
    const cups = await dueCups(20);
    under.faults.calls.length = 0;
    await workOn(cups);
    for (const cup of cups) await expectPaid(cup);
    expect(under.faults.calls.length).toBeLessThan(3 * cups.length);
    expect(under.faults.calls.filter((name) => !name.startsWith("Batch"))).toEqual([]);
  });

  test("are each paid as they are when settled alone, whatever they are like", async () => {
    const [plain, ranked, few, crowded, joining] = await dueCups(5);
    ranked!.finalRanks = [{ handle: "ada", rank: 1 }];
    few!.options.minEntries = 4;
    crowded!.join(...Array.from({ length: 120 }, (_, index) => `gamer-${index}`));
    joining!.unfinished = 1;
    await workOn([plain!, ranked!, few!, crowded!, joining!]);
    await expectPaid(plain!);
    await expectPaid(ranked!);
    expect(few!.status).toBe(Status.CANCELLED);
    expect(under.ledger.balance(few!.accounts.game)).toBe(0n);
    expect(crowded!.winners.size).toBe(121);
    expect(under.ledger.balance(crowded!.accounts.pool)).toBe(0n);
    expect(await stateOf(joining!)).toBe(SettlementState.SCHEDULED);
    await workOn([joining!]);
    await expectPaid(joining!);
  });

  test("fail alone", async () => {
    const cups = await dueCups(6);
    const [surplus, refused, cancelled, ...good] = cups;
    // Nothing in the plan is for this.
    under.ledger.move(surplus!.accounts.game, surplus!.accounts.pool, 5n, TransferKind.ENTRY_FEE);
    surplus!.status = Status.CANCELLED;
    const { gameId, id: tournamentId } = surplus!;
    await under.client.startRefund({ requestId: newId(), gameId, tournamentId });
    under.ledger.close(refused!.wallet("bob"));
    cancelled!.status = Status.CANCELLED;
    await workOn(cups);
    for (const cup of good) await expectPaid(cup);
    expect(await stateOf(surplus!)).toBe(SettlementState.DEAD);
    expect(await stateOf(refused!)).toBe(SettlementState.DEAD);
    expect(refused!.balanceOf("ada")).toBe(189n);
    expect(under.ledger.balance(cancelled!.accounts.game)).toBe(0n);
  });

  test.for(["before", "after"] as const)(
    "are each paid once when a call of them all fails %s it is done",
    async (moment) => {
      under.faults.calls.length = 0;
      await workOn(await dueCups(3));
      const names = [...new Set(under.faults.calls)];
      expect(names).toContain("BatchDisburse");
      for (const failing of names) {
        const cups = await dueCups(3);
        let failed = false;
        under.faults.plan = ({ name, when }) => {
          if (failed || name !== failing || when !== moment) return undefined;
          failed = true;
          return "fails";
        };
        for (let attempt = 0; attempt < 2; attempt++) await workOn(cups);
        expect(failed).toBe(true);
        for (const cup of cups) await expectPaid(cup);
      }
    },
  );
});
