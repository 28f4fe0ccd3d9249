import { Type } from "typebox";

/** The most bytes that a tournament's metadata may have as JSON without spaces. */
export const TOURNAMENT_METADATA_BYTES = 4_096;
/** The most bytes of an entry's, a gamer's or an attempt's. */
export const METADATA_BYTES = 2_048;

/**
 * The schema of an object that a game attaches to a resource. `x-maxBytes` documents the limit, which
 * metadataText enforces.
 */
export const metadata = (maxBytes: number) =>
  Type.Object(
    {},
    {
      additionalProperties: true,
      "x-maxBytes": maxBytes,
      description: `A JSON object of your own, at most ${maxBytes / 1_024} KiB without spaces. The service stores and returns it, but never uses it.`,
    },
  );

/** Metadata as callers see it; nothing where there is none, which services tell as an empty text. */
export const ifMetadata = (text: string): { metadata?: object } =>
  text === "" ? {} : { metadata: JSON.parse(text) as object };
