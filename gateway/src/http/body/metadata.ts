import { invalid } from "../../problems/problem-error.ts";

/**
 * Returns metadata as the services store it: compact JSON, or an empty text for none. Throws INVALID_ARGUMENT
 * with the pointer if it is too long.
 */
export function metadataText(
  metadata: object | null | undefined,
  maxBytes: number,
  pointer = "/metadata",
): string {
  if (metadata == null) return "";
  const text = JSON.stringify(metadata);
  if (Buffer.byteLength(text) > maxBytes)
    throw invalid({ pointer, detail: `must be at most ${maxBytes / 1_024} KiB of JSON` });
  return text;
}
