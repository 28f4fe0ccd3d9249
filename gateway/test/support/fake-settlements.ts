import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import type { ConnectRouter } from "@connectrpc/connect";
import { registerFake } from "@tms/kit/testing/fake";
import { newId } from "@tms/kit/values/ids";
import {
  SettlementKind,
  SettlementService,
  SettlementState,
} from "@tms/proto/tms/settlement/v1/settlement";

/** One settlement, being paid, for whatever tournament is asked about. */
export const fakeSettlements = () => (router: ConnectRouter) =>
  registerFake(router, SettlementService, {
    getSettlement: ({ gameId, tournamentId }) => ({
      settlement: {
        tournamentId,
        gameId,
        kind: SettlementKind.PAYOUT,
        state: SettlementState.PAYING,
        dueTime: timestampFromMs(0),
        pool: { currency: "USD", minorUnits: 1_000n },
        platformFee: { currency: "USD", minorUnits: 0n },
        entries: 4,
        payouts: 1,
        lastError: "connect ECONNREFUSED 10.0.0.7:7104",
      },
      payouts: [
        {
          entryId: newId(),
          gamerId: newId(),
          handle: "ada",
          rank: 1,
          amount: { currency: "USD", minorUnits: 1_000n },
          transferId: newId(),
        },
      ],
    }),
  });
