import { batched } from "@tms/kit/batching/batched";
import { createPublisher } from "@tms/kit/events/publisher";
import { defineService, type ContextOf } from "@tms/kit/process/service";
import type { Handlers } from "@tms/kit/rpc/rpcs";
import { EventService } from "@tms/proto/tms/event/v1/event";
import type { WalletService } from "@tms/proto/tms/wallet/v1/wallet";
import { createLedgerTotals } from "./ledger/totals.ts";
import { post, type Outcome } from "./ledger/post.ts";
import type { RequestedTransfer } from "./ledger/transfer.ts";

// While one batch commits, the other runs its statements. More batches would not help.
const POST_LIMITS = { maxBatch: 256, inFlight: 2, maxWaiting: 8_192 };

export const wallet = defineService({
  name: "wallet",
  port: 7104,
  calls: { events: [EventService, "EVENTS_URL"] },
  settings: () => ({}),
  context: ({ db, clients, log, shutdown }) => ({
    /** Makes one transfer, in a batch with others that arrive at the same time. */
    postOne: batched<RequestedTransfer, Outcome>(
      { ...POST_LIMITS, lanes: [({ gameId }) => gameId] },
      (transfers) => post(db, transfers),
    ),
    totalsOf: createLedgerTotals(db),
    publisher: createPublisher(db, clients.events, log, shutdown),
  }),
});

export type Context = ContextOf<typeof wallet>;

export type Rpcs = Partial<Handlers<typeof WalletService, Context>>;
