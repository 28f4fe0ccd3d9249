import { cancel, complete, end, entryAway, many, retry, tooFew } from "./endings.ts";
import type { Row } from "./row.ts";
import { scoredEnd } from "./scores.ts";

/** Tournaments that are called off, or end with nothing to pay out. */
export const CANCELLATIONS: readonly Row[] = [
  {
    title: "a cancellation",
    scene: cancel,
    points: {
      gateway: ["call tournament.CancelTournament"],
      tournament: [
        "tournament.cancel",
        "call entry.BatchCloseRegistration",
        "outbox.lease",
        "call settlement.StartRefund",
        "outbox.forget",
      ],
      entry: ["entry.close-registration"],
      settlement: [
        "settlement.schedule-refund",
        "settlement.enqueue",
        "settlement.claim",
        "call entry.BatchCloseRegistration",
        "call entry.BatchCloseRegistration#2",
        "call wallet.BatchCloseAccount",
        "settlement.begin",
        "settlement.store-payouts",
        "settlement.plan",
        "call wallet.BatchDisburse",
        "settlement.record-payment",
        "settlement.finish",
      ],
      wallet: ["wallet.close-account", "wallet.disburse"],
    },
  },
  {
    title: "a tournament ended with too few gamers",
    scene: tooFew,
    points: {
      settlement: ["call tournament.AbandonSettlement"],
      tournament: ["tournament.abandon-settlement"],
    },
  },
  {
    title: "a dead settlement being run again",
    scene: retry,
    points: { settlement: ["settlement.revive"] },
  },
];

/** Tournaments that are settled. */
export const SETTLEMENTS: readonly Row[] = [
  {
    title: "a tournament ended with final ranks",
    scene: complete,
    points: {
      gateway: ["call tournament.CompleteTournament"],
      tournament: [
        "tournament.complete",
        "call settlement.ScheduleSettlement",
        "tournament.begin-settlement",
        "tournament.finish-settlement",
      ],
      entry: ["entry.rank-piece", "entry.freeze-ranking"],
      settlement: [
        "settlement.schedule",
        "call tournament.BatchBeginSettlement",
        "call entry.BatchFreezeRanking",
        "call wallet.BatchDisburse",
        "call tournament.BatchFinishSettlement",
      ],
      wallet: ["wallet.open-accounts", "wallet.disburse", "wallet.disburse#2"],
    },
  },
  {
    title: "a tournament of scores ended with a final rank",
    scene: scoredEnd,
    points: {
      entry: ["entry.close-registration", "entry.rank-piece", "entry.freeze-ranking"],
      settlement: ["call entry.BatchFreezeRanking"],
    },
  },
  {
    title: "a tournament that ends by itself",
    scene: end,
    points: {
      settlement: ["call tournament.BatchBeginSettlement", "call entry.BatchFreezeRanking"],
      entry: ["entry.freeze-ranking"],
      tournament: ["tournament.begin-settlement"],
    },
  },
  {
    title: "a settlement that fails while a service is away",
    scene: entryAway,
    points: {
      tournament: ["outbox.record-failure"],
      settlement: ["settlement.record-failure"],
    },
  },
];

/** A settlement too large for one batch, or one page. */
export const BATCHES: readonly Row[] = [
  {
    title: "a settlement of several batches",
    scene: many,
    points: {
      settlement: [
        "settlement.store-payouts",
        "settlement.renew-lease",
        "settlement.record-payment",
        "settlement.record-payment#2",
        "call wallet.BatchDisburse#2",
        "call tournament.RecordWinners",
      ],
      tournament: ["tournament.record-winners"],
      wallet: ["wallet.disburse#3"],
    },
  },
];
