import { hash, randomBytes } from "node:crypto";

const TOKEN_BYTES = 32;

/** A token for a link that accepts an invitation. */
export const makeToken = (): string => randomBytes(TOKEN_BYTES).toString("base64url");

/** The form in which a token is stored. 256 random bits need no key: nobody finds them by trying. */
export const digestToken = (token: string): Buffer => hash("sha256", token, "buffer");
