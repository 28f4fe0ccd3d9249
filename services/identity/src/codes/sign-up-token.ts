import { timingSafeEqual } from "node:crypto";
import { isId } from "@tms/kit/values/ids";
import { mac, macs, type Keyring } from "@tms/kit/values/keyring";

const LABEL = "sign-up-token";

/** The token of a sign-up, always the same: a repeat of a request gets it again, and it is not stored. */
export const signUpToken = (keys: Keyring, signUpId: string): string =>
  `${signUpId}.${mac(keys, LABEL, signUpId).toString("base64url")}`;

/** The sign-up of a token; undefined for a text that this service did not make. */
export function parseSignUpToken(keys: Keyring, token: string): string | undefined {
  const [id = "", text = ""] = token.split(".");
  if (!isId(id)) return undefined;
  const proof = Buffer.from(text, "base64url");
  const isGenuine = macs(keys, LABEL, id).some(
    (expected) => expected.length === proof.length && timingSafeEqual(expected, proof),
  );
  return isGenuine ? id : undefined;
}
