import { invitationLink } from "@tms/kit/values/links";

/** What a mail says. */
export interface MailText {
  subject: string;
  body: string;
}

const PRODUCT = "Tournament Management Service";

// Names that people choose are part of it: one with line breaks could otherwise write paragraphs of its
// own, under our address.
const mailOf = (subject: string, ...paragraphs: readonly string[]): MailText => ({
  subject: inOneLine(subject),
  body: `${paragraphs.map(inOneLine).join("\n\n")}\n`,
});

const inOneLine = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ");

const MAX_NAME = 60;

/**
 * Quotes a name that a stranger chose. Dots, slashes, colons and other signs of links and addresses are
 * left out, as are line breaks and invisible characters, so the name can only look like a name.
 */
function quoted(name: string): string {
  const plain = name.replaceAll(/[^\p{L}\p{M}\p{N}\p{So}'’&+_!?()#-]+/gu, " ").trim();
  const characters = Array.from(plain);
  const short =
    characters.length <= MAX_NAME ? plain : `${characters.slice(0, MAX_NAME - 1).join("")}…`;
  return `“${short || "?"}”`;
}

const page = (publicUrl: string, path: string): string => `${publicUrl}/dashboard/${path}`;

/** Holds the code that confirms an address. */
export const codeMail = (code: string): MailText =>
  mailOf(
    `${code} is your code`,
    `Enter this code where you signed up, to confirm your address and sign in to ${PRODUCT}:`,
    `    ${code}`,
    "It works for ten minutes, and only for the sign-up that it was mailed for.",
    "If you did not just sign up, ignore this mail and give the code to nobody.",
  );

/** Tells somebody who signs up again that there is an account. */
export const knownAddressMail = (publicUrl: string): MailText =>
  mailOf(
    "You have an account already",
    `Somebody, perhaps you, signed up to ${PRODUCT} with this address, which has an account.`,
    `Sign in: ${page(publicUrl, "sign-in")}`,
    `If you do not know your password: ${page(publicUrl, "forgot-password")}`,
    "If it was not you, there is nothing to do: nothing was changed.",
  );

/** Holds the link that sets a new password. */
export const resetMail = (publicUrl: string, token: string): MailText =>
  mailOf(
    "Set a new password",
    `Somebody, perhaps you, asked for a new password for ${PRODUCT}. Set it here:`,
    // A fragment is not sent to servers, so it is in no access log.
    page(publicUrl, `reset-password#token=${token}`),
    "The link works once, for half an hour, and only the newest one works.",
    "If it was not you, ignore this mail: your password stays as it is.",
  );

/** Warns of a refresh token that somebody used again. */
export const reusedSessionMail = (publicUrl: string, endedAt: Date, address: string): MailText =>
  mailOf(
    "One of your sessions was ended",
    `A session of yours at ${PRODUCT} was used in two places at once, so it was ended at ` +
      `${endedAt.toISOString()}. It was last used from ${address}.`,
    "Somebody may have copied it from one of your devices. Sign in again, look through your other " +
      `sessions, and change your password if you know none of them: ${page(publicUrl, "account")}`,
  );

/** Invites somebody to a game. */
export const invitationMail = (
  publicUrl: string,
  invitation: {
    gameName: string;
    inviterName: string;
    role: string;
    token: string;
    expiresAt: Date;
  },
): MailText =>
  mailOf(
    `${quoted(invitation.inviterName)} invites you to the game ${quoted(invitation.gameName)}`,
    `${quoted(invitation.inviterName)} invites you to the game ${quoted(invitation.gameName)} at ` +
      `${PRODUCT}, as ${invitation.role}. Accept it here:`,
    invitationLink(publicUrl, invitation.token),
    `The link works once, until ${invitation.expiresAt.toISOString()}.`,
  );

/** Warns of an endpoint to which events cannot be delivered. */
export const failingEndpointMail = (
  publicUrl: string,
  endpoint: { gameName: string; url: string },
): MailText =>
  mailOf(
    `A webhook endpoint of ${quoted(endpoint.gameName)} is failing`,
    `Events could not be delivered to ${endpoint.url} and will not be tried again by themselves.`,
    `See why, and replay them: ${page(publicUrl, "webhooks")}`,
  );

/** Tells that an endpoint gets no further events. */
export const disabledEndpointMail = (
  publicUrl: string,
  endpoint: { gameName: string; url: string },
): MailText =>
  mailOf(
    `A webhook endpoint of ${quoted(endpoint.gameName)} was disabled`,
    `${endpoint.url} gets no further events until somebody enables it again.`,
    `Enable it, and replay what it missed: ${page(publicUrl, "webhooks")}`,
  );
