import { transaction } from "@tms/kit/database/transaction";
import { digestsOf } from "../codes/codes.ts";
import { canonicalUserCode } from "../codes/user-code.ts";
import type { Context, Rpcs } from "../context.ts";
import { findAccount } from "../db/accounts.ts";
import { approveDeviceCode as approve } from "../db/device-codes.ts";
import { codeInvalid, userNotFound } from "../errors.ts";
import { lockForSession } from "../sessions/lock-for-session.ts";
import { countingFailures } from "../throttle/throttle.ts";

/** Lets the tool that shows a code act as a person; approving it again changes nothing. */
export const approveDeviceCode =
  ({ db, log, sessionKeys }: Context): Rpcs["approveDeviceCode"] =>
  async ({ userId, sessionId, userCode, source }) => {
    const account = await findAccount(db, userId);
    if (account === undefined) throw userNotFound();
    const digests = digestsOf(sessionKeys, "user_code", "", canonicalUserCode(userCode));
    await countingFailures({ db, log }, { account: account.email, address: source.address }, () =>
      transaction(db, "identity.approve-device-code", async (tx) => {
        await lockForSession(tx, userId, sessionId);
        if (!(await approve(tx, digests, userId))) throw codeInvalid();
      }),
    );
    return {};
  };
