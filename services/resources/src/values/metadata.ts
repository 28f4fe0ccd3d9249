import { Type } from "typebox";

/** The maximum size of a tournament's metadata as JSON without spaces, in bytes. */
export const TOURNAMENT_METADATA_BYTES = 4_096;
/** The maximum size of the metadata of an entry, a gamer or an attempt, in bytes. */
export const METADATA_BYTES = 2_048;

/**
 * Returns the schema of an object that a game attaches to a resource. `x-maxBytes` documents the limit. The
 * gateway's metadataText enforces it.
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

/** Returns an object with the parsed metadata. Returns an empty object if the text is empty. */
export const ifMetadata = (text: string): { metadata?: object } =>
  text === "" ? {} : { metadata: JSON.parse(text) as object };
