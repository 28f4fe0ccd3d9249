import { createHmac, hash, randomBytes } from "node:crypto";

const TOKEN_BYTES = 32;

/** A token for a link that accepts an invitation. */
export const makeToken = (): string => randomBytes(TOKEN_BYTES).toString("base64url");

/**
 * The token of an invitation that is mailed, derived from what only this service knows: all who repeat
 * an invitation at once, in whichever process, mail the very same token, which makes it one mail.
 */
export const deriveToken = (callerToken: string, invitationId: string): string =>
  createHmac("sha256", callerToken).update(`invitation/${invitationId}`).digest("base64url");

/** The form in which a token is stored. 256 random bits need no key: nobody finds them by trying. */
export const digestToken = (token: string): Buffer => hash("sha256", token, "buffer");
