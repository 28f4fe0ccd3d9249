import { everyRpcOf } from "@tms/kit/rpc/names";
import {
  makeCallers,
  type SystemCallers,
  makeIdentityKeys,
  type IdentityKeys,
} from "@tms/stack/system/credentials";
import { makeScratch } from "@tms/stack/testing/scratch";
import { RPCS } from "../services.ts";

/** The RPCs that one internal user of systems under test may call. */
export const REPORTING = [
  "tms.wallet.v1.WalletService/GetAccount",
  "tms.wallet.v1.WalletService/ListTransfers",
  "tms.game.v1.GameService/*",
];

/** Internal users of systems under test; the first may call everything. */
const USERS = {
  test: [...new Set(RPCS.map(({ service }) => everyRpcOf(service)))],
  reporting: REPORTING,
};

/** The callers of a system under test, in a folder of their own. */
export interface TestCallers extends SystemCallers<keyof typeof USERS> {
  /** What the identity service of the system seals and signs with. */
  keys: IdentityKeys;
  remove(): Promise<void>;
}

/** Makes them; to be removed with the system. */
export async function makeTestCallers(): Promise<TestCallers> {
  const { folder, remove } = await makeScratch("callers");
  const keys = await makeIdentityKeys(folder);
  return { ...(await makeCallers(folder, USERS)), keys, remove };
}
