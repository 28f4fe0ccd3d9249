import { serves, type Served } from "@tms/kit/rpc/rpcs";
import { SettlementService } from "@tms/proto/tms/settlement/v1/settlement";
import type { Context } from "./context.ts";
import { previewRpcs } from "./rpc/preview-rpcs.ts";
import { settlementRpcs } from "./rpc/settlement-rpcs.ts";

export const served: readonly Served<Context>[] = [
  serves(SettlementService, { ...settlementRpcs, ...previewRpcs }),
];
