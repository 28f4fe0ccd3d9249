/** Quotes a text for a POSIX shell, so that it is one word and nothing in it is run. */
export const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
