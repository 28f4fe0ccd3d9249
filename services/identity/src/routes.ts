import { serves, type Served } from "@tms/kit/rpc/rpcs";
import { IdentityService } from "@tms/proto/tms/identity/v1/identity";
import type { Context } from "./context.ts";
import { accountRpcs } from "./rpc/account-rpcs.ts";
import { mailRpcs } from "./rpc/mail-rpcs.ts";
import { sessionRpcs } from "./rpc/session-rpcs.ts";

export const served: readonly Served<Context>[] = [
  serves(IdentityService, { ...accountRpcs, ...sessionRpcs, ...mailRpcs }),
];
