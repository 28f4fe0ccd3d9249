import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { Code, ConnectError, type ConnectRouter } from "@connectrpc/connect";
import {
  SettlementKind,
  SettlementService,
  SettlementState,
  type ScheduleSettlementRequest,
  type StartRefundRequest,
} from "@tms/proto/tms/settlement/v1/settlement";
import { newId } from "../../values/ids.ts";
import { registerFake } from "../fake.ts";

/**
 * Notes the events that it is told of, and shows one settlement, which is being paid, for whatever
 * tournament is asked about.
 */
export class FakeSettlements {
  /** True finds nobody there. */
  down = false;
  schedules: ScheduleSettlementRequest[] = [];
  refunds: StartRefundRequest[] = [];

  readonly routes = (router: ConnectRouter): void =>
    registerFake(router, SettlementService, {
      scheduleSettlement: (event) => this.#note(this.schedules, event),
      startRefund: (event) => this.#note(this.refunds, event),
      getSettlement: (key) => ({ settlement: beingPaid(key), payouts: [payout()] }),
      previewSettlement: () => ({
        kind: SettlementKind.PAYOUT,
        pool: money(1_000n),
        platformFee: money(0n),
        entries: 4,
        prizes: [{ rank: 1, entries: 1, each: money(1_000n) }],
        payouts: [payout()],
        asOf: timestampFromMs(0),
      }),
    });

  #note<T>(events: T[], event: T) {
    if (this.down) throw new ConnectError("down", Code.Unavailable);
    events.push(event);
    return {};
  }
}

const money = (minorUnits: bigint) => ({ currency: "USD", minorUnits });

const beingPaid = ({ gameId, tournamentId }: { gameId: string; tournamentId: string }) => ({
  tournamentId,
  gameId,
  kind: SettlementKind.PAYOUT,
  state: SettlementState.PAYING,
  dueTime: timestampFromMs(0),
  pool: money(1_000n),
  platformFee: money(0n),
  entries: 4,
  payouts: 1,
  failures: 3,
  nextAttemptTime: timestampFromMs(60_000),
  lastError: "connect ECONNREFUSED 10.0.0.7:7104",
});

const payout = () => ({
  entryId: newId(),
  gamerId: newId(),
  handle: "ada",
  rank: 1,
  amount: money(1_000n),
  transferId: newId(),
});
