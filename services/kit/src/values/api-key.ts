import { createSecret, digestSecret, isWellFormedSecret } from "./secret.ts";

/** The mode of a key. It is part of the prefix, so that people can see it. */
export type ApiKeyMode = "live" | "test";

export const createApiKey = (mode: ApiKeyMode): string => createSecret(`tms_${mode}_`);

/** Reports whether a text has the form of a key. A mistyped key is recognized without a query. */
export const isWellFormedApiKey = (text: string): boolean =>
  isWellFormedSecret(text, "tms_live_", "tms_test_");

/** Returns the SHA-256 digest of a key, which is stored and sent between services. */
export const digestApiKey = (text: string): Uint8Array<ArrayBuffer> => digestSecret(text);
