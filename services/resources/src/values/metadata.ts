import { optional } from "../field.ts";
import { Type } from "typebox";

/** The maximum size of a tournament's metadata as JSON without spaces, in bytes. */
export const TOURNAMENT_METADATA_BYTES = 4_096;
/** The maximum size of the metadata of an entry, a gamer or an attempt, in bytes. */
export const METADATA_BYTES = 2_048;

/** Returns the schema of metadata. `x-maxBytes` states the limit. metadataText of the gateway enforces it. */
export const metadata = (maxBytes: number) =>
  Type.Object(
    {},
    {
      additionalProperties: true,
      "x-maxBytes": maxBytes,
      description: `A JSON object of your own, at most ${maxBytes / 1_024} KiB without spaces. The service stores and returns it, but never uses it. Send integers beyond 2^53 as strings.`,
    },
  );

export const ifMetadata = (text: string): { metadata?: object } =>
  text === "" ? {} : { metadata: JSON.parse(text) as object };

/** Creates a field with the metadata of a message. It is missing if the message has none. */
export const metadataField = (maxBytes: number) =>
  optional(
    metadata(maxBytes),
    (message: { metadata: string }) => ifMetadata(message.metadata).metadata,
  );
