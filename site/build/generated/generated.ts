import { commands } from "./commands.ts";
import { eventTypes } from "./event-types.ts";

// What is made of the product's own sources, so that it cannot be older than they are.
const PARTS: Readonly<Record<string, () => string>> = { commands, "event-types": eventTypes };

/** Markdown with what stands for a word in double braces, alone on its line. */
export const withGenerated = (markdown: string): string =>
  markdown.replaceAll(/^\{\{ ([a-z-]+) \}\}$/gm, (line, word: string) => PARTS[word]?.() ?? line);
