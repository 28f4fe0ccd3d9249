import type { ConnectRouter } from "@connectrpc/connect";
import { registerRpcs } from "@tms/kit/rpc/rpcs";
import { SettlementService } from "@tms/proto/tms/settlement/v1/settlement";
import type { Context } from "./context.ts";
import { advanceSettlementClock } from "./rpc/advance-settlement-clock.ts";
import { getSettlement } from "./rpc/get-settlement.ts";
import { listSettlements } from "./rpc/list-settlements.ts";
import { previewSettlement } from "./rpc/preview-settlement.ts";
import { retrySettlement } from "./rpc/retry-settlement.ts";
import { scheduleSettlement } from "./rpc/schedule-settlement.ts";
import { startRefund } from "./rpc/start-refund.ts";

/** The settlement service's RPCs. */
export const routes = (context: Context) => (router: ConnectRouter) =>
  registerRpcs(router, SettlementService, {
    scheduleSettlement: scheduleSettlement(context),
    startRefund: startRefund(context),
    getSettlement: getSettlement(context),
    previewSettlement: previewSettlement(context),
    listSettlements: listSettlements(context),
    retrySettlement: retrySettlement(context),
    advanceSettlementClock: advanceSettlementClock(context),
  });
