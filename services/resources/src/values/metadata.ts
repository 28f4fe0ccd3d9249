/** Metadata as callers see it; nothing where there is none, which services tell as an empty text. */
export const ifMetadata = (text: string): { metadata?: object } =>
  text === "" ? {} : { metadata: JSON.parse(text) as object };
