import { findAnswer, idempotent } from "@tms/kit/database/idempotent";
import { IdentityService } from "@tms/proto/tms/identity/v1/identity";
import { CODE_MINUTES, digestCode, makeToken } from "../codes/codes.ts";
import type { Context, Rpcs } from "../context.ts";
import { findByEmail } from "../db/accounts.ts";
import { replaceCode } from "../db/codes.ts";
import { canonicalEmail } from "../mail/address.ts";
import { stageMail } from "../mail/stage.ts";
import { resetMail } from "../mail/texts.ts";
import { masked } from "../masked.ts";
import { siteOf } from "../throttle/network.ts";
import { limitRequests } from "../throttle/throttle.ts";

const method = IdentityService.method.forgotPassword;
const purpose = "reset_password";

/**
 * Mails a link for a new password. For an address without an account the same is done, except that
 * the mail is sent to nobody.
 */
export const forgotPassword =
  ({ db, publicUrl, sessionKeys, secretsKeys }: Context): Rpcs["forgotPassword"] =>
  async (request) => {
    const mask = masked(sessionKeys, method.input, request, () => undefined);
    const mutation = { faultPoint: "identity.forgot-password", method, request: mask } as const;
    const earlier = await findAnswer(db, mutation);
    if (earlier !== undefined) return earlier;
    const email = canonicalEmail(request.email);
    await limitRequests(db, "forgot_password", request.source.address);
    const token = makeToken();
    const digest = digestCode(sessionKeys, purpose, "", token);
    return await idempotent(db, mutation, async (tx) => {
      const account = await findByEmail(tx, email);
      const isMailed = await stageMail(tx, secretsKeys, {
        to: email,
        kind: "mail_reset",
        text: resetMail(publicUrl, token),
        usefulMinutes: CODE_MINUTES[purpose],
        decoy: account === undefined,
        requester: siteOf(request.source.address),
      });
      // Beyond the budget the last link that was mailed stays good: a stranger cannot void it unseen.
      if (isMailed) await replaceCode(tx, { purpose, email, digest }, CODE_MINUTES[purpose]);
      return {};
    });
  };
