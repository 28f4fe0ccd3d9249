import { timestampDate } from "@bufbuild/protobuf/wkt";
import { required } from "@tms/kit/errors/domain-error";
import { invitationLink } from "@tms/kit/values/secret";
import type { InvitationMail } from "@tms/proto/tms/identity/v1/identity";

export interface MailText {
  subject: string;
  body: string;
}

const PRODUCT = "Tournament Management Service";

// One line for each part, because a name with line breaks could otherwise add paragraphs to our mail.
const mailOf = (subject: string, ...paragraphs: readonly string[]): MailText => ({
  subject: inOneLine(subject),
  body: `${paragraphs.map(inOneLine).join("\n\n")}\n`,
});

const inOneLine = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ");

const MAX_NAME = 60;

/**
 * Quotes a name that a stranger chose. Removes signs of links and addresses, line breaks and invisible
 * characters, so that the name can only look like a name.
 */
function quoted(name: string): string {
  const plain = name.replaceAll(/[^\p{L}\p{M}\p{N}\p{So}'’&+_!?()#-]+/gu, " ").trim();
  const characters = Array.from(plain);
  const short =
    characters.length <= MAX_NAME ? plain : `${characters.slice(0, MAX_NAME - 1).join("")}…`;
  return `“${short || "?"}”`;
}

const page = (publicUrl: string, path: string): string => `${publicUrl}/dashboard/${path}`;

export const codeMail = (code: string): MailText =>
  mailOf(
    `${code} is your code`,
    `To verify your address and sign in to ${PRODUCT}, enter this code on the page where you signed up:`,
    `    ${code}`,
    "The code expires after ten minutes and works only for the sign-up that requested the code.",
    "If you did not sign up, ignore this email. Do not share the code.",
  );

export const knownAddressMail = (publicUrl: string): MailText =>
  mailOf(
    "You already have an account",
    `Someone signed up to ${PRODUCT} with this address, which already has an account.`,
    `To sign in, open ${page(publicUrl, "sign-in")}`,
    `To set a new password, open ${page(publicUrl, "forgot-password")}`,
    "If you did not sign up, ignore this email. Your account has not changed.",
  );

export const resetMail = (publicUrl: string, token: string): MailText =>
  mailOf(
    "Set a new password",
    `We received a request to reset your password for ${PRODUCT}. To set a new password, open:`,
    // Browsers do not send the fragment of a URL, so no access log contains the token.
    page(publicUrl, `reset-password#token=${token}`),
    "The link works once and expires after 30 minutes. Only the newest link works.",
    "If you did not request this, ignore this email. Your password has not changed.",
  );

/** Returns a warning that a refresh token was used twice. */
export const reusedSessionMail = (publicUrl: string, endedAt: Date, address: string): MailText =>
  mailOf(
    "One of your sessions was ended",
    `We ended one of your sessions at ${PRODUCT} because it was used in two places at once. ` +
      `The session ended at ${endedAt.toISOString()}, and was last used from ${address}.`,
    "Someone may have copied the session from one of your devices. Sign in again and check your other " +
      `sessions. If you do not recognize a session, change your password: ${page(publicUrl, "account")}`,
  );

export const invitationMail = (
  publicUrl: string,
  { gameName, inviterName, role, token, expireTime }: InvitationMail,
): MailText => {
  const expiry = required(expireTime, "a valid invitation has no expiry time");
  return mailOf(
    `${quoted(inviterName)} invites you to the game ${quoted(gameName)}`,
    `${quoted(inviterName)} invites you to the game ${quoted(gameName)} at ` +
      `${PRODUCT} with the role ${role}. To accept the invitation, open:`,
    invitationLink(publicUrl, token),
    `The link works once and expires at ${timestampDate(expiry).toISOString()}.`,
  );
};

interface Endpoint {
  gameName: string;
  url: string;
}

export const failingEndpointMail = (publicUrl: string, endpoint: Endpoint): MailText =>
  mailOf(
    `A webhook endpoint of ${quoted(endpoint.gameName)} is failing`,
    `Events could not be delivered to ${endpoint.url}. The service will not retry these events ` +
      "automatically.",
    `To see the errors and replay the events, open the game and choose Webhooks: ${page(publicUrl, "")}`,
  );

export const disabledEndpointMail = (publicUrl: string, endpoint: Endpoint): MailText =>
  mailOf(
    `A webhook endpoint of ${quoted(endpoint.gameName)} was disabled`,
    `${endpoint.url} receives no events until you enable the endpoint again.`,
    "To enable the endpoint and replay the missed events, open the game and choose Webhooks: " +
      page(publicUrl, ""),
  );
