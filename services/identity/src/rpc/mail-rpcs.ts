import type { MessageValidType } from "@bufbuild/protobuf";
import type { Tx } from "@tms/kit/database/handle";
import { DomainError, found } from "@tms/kit/errors/domain-error";
import { mutation } from "@tms/kit/rpc/rpcs";
import { openPage, TOKEN_PART } from "@tms/kit/values/page";
import type { SendMailRequestSchema } from "@tms/proto/tms/identity/v1/identity";
import type { Rpcs } from "../context.ts";
import { findAccount } from "../db/accounts.ts";
import { listMails as listPage } from "../db/mails.ts";
import { canonicalEmail, stageMail } from "../mail/stage.ts";
import {
  disabledEndpointMail,
  failingEndpointMail,
  invitationMail,
  type MailText,
} from "../mail/texts.ts";
import { mailMessage } from "../messages.ts";

type Request = MessageValidType<typeof SendMailRequestSchema>;

export const mailRpcs = {
  sendMail: mutation("identity.send-mail", async ({ tx, origin, ...context }, request) => {
    const { publicUrl, secretsKeys } = context;
    const isInvitation = request.content.case === "invitation";
    const { renewedInMs } = await stageMail(tx, secretsKeys, {
      to: await findAddress(tx, request.to),
      kind: isInvitation ? "mail_invitation" : "mail_endpoint",
      text: toText(publicUrl, request.content),
      requester: origin.actor.id ?? "",
    });
    // The inviter must know. The limit of mails says nothing about the account of the address.
    if (isInvitation && renewedInMs > 0)
      throw new DomainError("TOO_MANY_ATTEMPTS", undefined, { retryAfterMs: renewedInMs });
    return {};
  }),

  async listMails({ db, hasMailbox }, request) {
    if (!hasMailbox) throw new DomainError("MAILBOX_DISABLED");
    const [page, beforeId] = openPage(request, ["mails"], [TOKEN_PART.id]);
    const rows = await listPage(db, beforeId, page.limit);
    const { items, nextPageToken } = page.cut(rows, ({ id }) => [id]);
    return { mails: items.map(mailMessage), nextPageToken };
  },
} satisfies Rpcs;

async function findAddress(tx: Tx, to: Request["to"]): Promise<string> {
  if (to.case === "email") return canonicalEmail(to.value);
  const account = to.case === "userId" ? await findAccount(tx, to.value) : undefined;
  return found(account, "USER_NOT_FOUND").email;
}

function toText(publicUrl: string, { case: kind, value }: Request["content"]): MailText {
  switch (kind) {
    case "invitation":
      return invitationMail(publicUrl, value);
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
