import { createSecret, digestSecret, isWellFormedSecret } from "./secret.ts";

/** What a key is meant for; part of its prefix, so that people see it. */
export type ApiKeyMode = "live" | "test";

/** A new API key, as in `tms_live_…`. */
export const createApiKey = (mode: ApiKeyMode): string => createSecret(`tms_${mode}_`);

/** Whether a text can be a key at all; a mistyped one is told without asking the database. */
export const isWellFormedApiKey = (text: string): boolean =>
  isWellFormedSecret(text, "tms_live_", "tms_test_");

/** The only form a key is stored or sent between services in. */
export const digestApiKey = (text: string): Uint8Array<ArrayBuffer> => digestSecret(text);
