import { createSecret, digestSecret, isWellFormedSecret } from "./secret.ts";

/** What a key is for; it is part of the prefix, so that people can see it. */
export type ApiKeyMode = "live" | "test";

/** Makes an API key, such as `tms_live_…`. */
export const createApiKey = (mode: ApiKeyMode): string => createSecret(`tms_${mode}_`);

/** Whether a text has the form of a key; a mistyped key is recognised without a query. */
export const isWellFormedApiKey = (text: string): boolean =>
  isWellFormedSecret(text, "tms_live_", "tms_test_");

/** A key's SHA-256 digest: the form in which it is stored and sent between services. */
export const digestApiKey = (text: string): Uint8Array<ArrayBuffer> => digestSecret(text);
