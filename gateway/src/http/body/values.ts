import { AmountError, toMinor, type CurrencyForm } from "@tms/resources/values/money";
import { invalid } from "../../problems/problem-error.ts";
import { holdsRounded, numberText } from "./exact-json.ts";

/** Converts an amount to minor units. Throws INVALID_ARGUMENT with the field. */
export function minorOf<F extends string>(
  body: { [name in F]: number },
  field: F,
  currency: CurrencyForm,
): bigint {
  try {
    return toMinor(numberText(body, field), currency);
  } catch (error) {
    if (!(error instanceof AmountError)) throw error;
    throw invalid({ pointer: `/${field}`, detail: error.message });
  }
}

/** Converts an amount, as {@link minorOf} does. Returns undefined if the amount is absent or null. */
export function amountOf<F extends string>(
  body: { [name in F]?: number | null },
  field: F,
  currency: CurrencyForm,
): bigint | undefined {
  if (body[field] === undefined || body[field] === null) return undefined;
  return minorOf(body as { [name in F]: number }, field, currency);
}

/** Returns metadata as compact JSON, or an empty string. Throws INVALID_ARGUMENT for a fault in the metadata. */
export function metadataText(
  metadata: object | null | undefined,
  maxBytes: number,
  pointer = "/metadata",
): string {
  if (metadata == null) return "";
  if (holdsRounded(metadata))
    throw invalid({
      pointer,
      detail: "contains a number that cannot be stored exactly; send it as a string",
    });
  const text = JSON.stringify(metadata);
  if (Buffer.byteLength(text) > maxBytes)
    throw invalid({ pointer, detail: `must be at most ${maxBytes / 1_024} KiB of JSON` });
  return text;
}
