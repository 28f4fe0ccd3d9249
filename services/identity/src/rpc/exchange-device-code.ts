import { transaction } from "@tms/kit/database/transaction";
import { traced } from "@tms/kit/process/fault-points";
import { digestsOf } from "../codes/codes.ts";
import type { Context, Rpcs } from "../context.ts";
import { lockAccount } from "../db/accounts.ts";
import {
  lockDeviceCode,
  pollDeviceCode,
  setDeviceSession,
  type DeviceCodeRow,
} from "../db/device-codes.ts";
import { findSession } from "../db/sessions.ts";
import { authorizationPending, codeInvalid, slowDown } from "../errors.ts";
import { grantFirst } from "../sessions/grant.ts";
import { openSession } from "../sessions/open.ts";
import type { Source } from "../sessions/source.ts";

/** Signs a command line tool in once a person has let it in. */
export const exchangeDeviceCode =
  (context: Context): Rpcs["exchangeDeviceCode"] =>
  async ({ deviceCode, source }) => {
    const digests = digestsOf(context.sessionKeys, "device_code", "", deviceCode);
    const code = await traced("identity.poll-device-code", () =>
      pollDeviceCode(context.db, digests),
    );
    if (code === undefined) throw codeInvalid();
    if (code.sessionId !== null) return await repeated(context, code.sessionId);
    if (code.tooSoon) throw slowDown(code.pollIntervalS * 1000);
    if (code.approvedBy === null) throw authorizationPending();
    const sessionId = await exchange(context, code, source);
    return { signedIn: await grantFirst(context, sessionId) };
  };

/** A tool that did not get its answer may ask again for a moment; after that its code is used. */
async function repeated(context: Context, sessionId: string) {
  const session = await findSession(context.db, sessionId);
  if (session === undefined || !session.live || !session.fresh || session.generation > 1)
    throw codeInvalid();
  return { signedIn: await grantFirst(context, sessionId) };
}

async function exchange({ db }: Context, code: DeviceCodeRow, source: Source): Promise<string> {
  return await transaction(db, "identity.exchange-device-code", async (tx) => {
    // The account before its code, as whoever ends a person's sessions and codes locks them.
    if (code.approvedBy !== null) await lockAccount(tx, code.approvedBy);
    const locked = await lockDeviceCode(tx, code.id);
    if (locked?.sessionId != null) return locked.sessionId;
    const userId = locked?.approvedBy;
    const opened = userId != null && (await openSession(tx, { userId }, "cli", source));
    if (!opened) throw codeInvalid();
    await setDeviceSession(tx, code.id, opened.session.id);
    return opened.session.id;
  });
}
