const STRUCK_OUT = "[struck out]";
// Credentials by their looks, wherever they stand: API keys and tokens of this product, secrets of
// webhooks, JWTs.
const CREDENTIAL = /tms[a-z]?_[\w-]{16,}|whsec_[\w+/=-]{16,}|eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/;
const EVERY_CREDENTIAL = new RegExp(CREDENTIAL, "g");

/** Whether something in a text looks like a credential. */
export const holdsCredential = (text: string): boolean => CREDENTIAL.test(text);

/** A text without anything that looks like a credential, in whose place something else stands. */
export const withoutCredentials = (text: string, instead = STRUCK_OUT): string =>
  text.replaceAll(EVERY_CREDENTIAL, instead);
