import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { traced } from "@tms/kit/process/fault-points";
import { newId } from "@tms/kit/values/ids";
import { digestCode, makeToken } from "../codes/codes.ts";
import { canonicalUserCode, makeUserCode } from "../codes/user-code.ts";
import type { Context, Rpcs } from "../context.ts";
import { insertDeviceCode } from "../db/device-codes.ts";
import { limitRequests } from "../throttle/throttle.ts";

const POLL_INTERVAL_S = 5;

/** Makes a pair of codes. A repeat makes another: the first is used by nobody and expires. */
export const startDeviceCode =
  ({ db, sessionKeys }: Context): Rpcs["startDeviceCode"] =>
  async ({ source }) => {
    await limitRequests(db, "device_code", source.address);
    const [code, userCode] = [makeToken(), makeUserCode()];
    const row = await traced("identity.start-device-code", () =>
      insertDeviceCode(db, {
        id: newId(),
        digest: digestCode(sessionKeys, "device_code", "", code),
        userCodeDigest: digestCode(sessionKeys, "user_code", "", canonicalUserCode(userCode)),
        pollIntervalS: POLL_INTERVAL_S,
      }),
    );
    return {
      deviceCode: code,
      userCode,
      intervalSeconds: row.pollIntervalS,
      expireTime: timestampFromDate(row.expiresAt),
    };
  };
