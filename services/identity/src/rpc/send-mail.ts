import type { MessageValidType } from "@bufbuild/protobuf";
import { timestampDate } from "@bufbuild/protobuf/wkt";
import { idempotent } from "@tms/kit/database/idempotent";
import type { Tx } from "@tms/kit/database/handle";
import { originOf } from "@tms/kit/rpc/origin";
import { IdentityService, type SendMailRequestSchema } from "@tms/proto/tms/identity/v1/identity";
import type { Context, Rpcs } from "../context.ts";
import { findAccount } from "../db/accounts.ts";
import { userNotFound } from "../errors.ts";
import { canonicalEmail } from "../mail/address.ts";
import { stageMail } from "../mail/stage.ts";
import {
  disabledEndpointMail,
  failingEndpointMail,
  invitationMail,
  type MailText,
} from "../mail/texts.ts";

type Request = MessageValidType<typeof SendMailRequestSchema>;

const method = IdentityService.method.sendMail;

/** Sends a mail for another service, once however often it is asked to. */
export const sendMail =
  ({ db, publicUrl, secretsKeys }: Context): Rpcs["sendMail"] =>
  async (request, call) => {
    const requester = originOf(call).actor.id ?? "";
    const mutation = { faultPoint: "identity.send-mail", method, request } as const;
    return await idempotent(db, mutation, async (tx) => {
      const to = await addressOf(tx, request.to);
      const kind = request.content.case === "invitation" ? "mail_invitation" : "mail_endpoint";
      const text = textOf(publicUrl, request.content);
      await stageMail(tx, secretsKeys, { to, kind, text, requester });
      return {};
    });
  };

async function addressOf(tx: Tx, to: Request["to"]): Promise<string> {
  if (to.case === "email") return canonicalEmail(to.value);
  const account = to.case === "userId" ? await findAccount(tx, to.value) : undefined;
  if (account === undefined) throw userNotFound();
  return account.email;
}

function textOf(publicUrl: string, { case: kind, value }: Request["content"]): MailText {
  switch (kind) {
    case "invitation": {
      const { gameName, inviterName, role, token, expireTime } = value;
      if (expireTime === undefined) throw new Error("a valid invitation has no expiry time");
      const expiresAt = timestampDate(expireTime);
      return invitationMail(publicUrl, { gameName, inviterName, role, token, expiresAt });
    }
    case "endpointFailing":
      return failingEndpointMail(publicUrl, value);
    case "endpointDisabled":
      return disabledEndpointMail(publicUrl, value);
    case undefined:
      throw new Error("a validated request has no content");
    default:
      return kind satisfies never;
  }
}
