import type { SignedIn, StartDeviceCodeResponse } from "@tms/proto/tms/identity/v1/identity";
import { User } from "@tms/resources/user";
import { isoOf } from "@tms/resources/values/times";
import type { SignedInJson } from "./schemas.ts";

/** Who is signed in, with the token to act by. The refresh token goes another way. */
export const signedInJson = (signedIn: SignedIn): Omit<SignedInJson, "message"> => ({
  accessToken: signedIn.accessToken,
  expiresAt: isoOf(signedIn.expireTime),
  user: User.toJson(signedIn.user),
});

/** The codes by which a command line tool is let in. */
export const deviceJson = (codes: StartDeviceCodeResponse, publicUrl: string) => ({
  deviceCode: codes.deviceCode,
  userCode: codes.userCode,
  verificationUrl: `${publicUrl}/dashboard/device`,
  interval: codes.intervalSeconds,
  expiresAt: isoOf(codes.expireTime),
});
