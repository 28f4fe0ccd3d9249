import { invalid } from "../../problems/problem-error.ts";

/**
 * Returns metadata as the services store it: as compact JSON, or as an empty text if there is no metadata.
 * Throws INVALID_ARGUMENT with the pointer if the JSON has more than `maxBytes` bytes in UTF-8.
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
