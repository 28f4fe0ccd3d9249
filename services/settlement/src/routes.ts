import { registerRpcs, type Served } from "@tms/kit/rpc/rpcs";
import { SettlementService } from "@tms/proto/tms/settlement/v1/settlement";
import type { Context } from "./context.ts";
import { previewSettlement } from "./rpc/preview.ts";
import { advanceSettlementClock, scheduleSettlement, startRefund } from "./rpc/schedule.ts";
import { getSettlement, listSettlements, retrySettlement } from "./rpc/settlements.ts";

export const served: readonly Served<Context>[] = [
  {
    service: SettlementService,
    register: (router, context) =>
      registerRpcs(router, SettlementService, {
        scheduleSettlement: scheduleSettlement(context),
        startRefund: startRefund(context),
        getSettlement: getSettlement(context),
        previewSettlement: previewSettlement(context),
        listSettlements: listSettlements(context),
        retrySettlement: retrySettlement(context),
        advanceSettlementClock: advanceSettlementClock(context),
      }),
  },
];
