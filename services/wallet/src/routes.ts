import { serves, type Served } from "@tms/kit/rpc/rpcs";
import { WalletService } from "@tms/proto/tms/wallet/v1/wallet";
import type { Context } from "./context.ts";
import { accountRpcs } from "./rpc/account-rpcs.ts";
import { transferRpcs } from "./rpc/transfer-rpcs.ts";

export const served: readonly Served<Context>[] = [
  serves(WalletService, { ...accountRpcs, ...transferRpcs }),
];
