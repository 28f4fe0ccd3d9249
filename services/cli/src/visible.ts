const SHORT: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/**
 * A text with its control characters and line breaks escaped as JSON does it. What people wrote may have
 * any: raw, they would break the columns, or have the terminal do as they say. The SDK's command line
 * has the same rule of its own, for it is published without this code.
 */
export const visible = (text: string): string =>
  text.replace(
    /[\p{Cc}\u2028\u2029]/gu,
    (character) =>
      SHORT[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
