/** The first line of a code block, such as ```sh run tab="curl". */
export interface Fence {
  language: string;
  /** The tests run the block. */
  run: boolean;
  /** The block has the form of the output of the block before it. */
  answer: boolean;
  /** Neighboring blocks with a tab are shown in one place. */
  tab?: string;
}

export interface Block extends Fence {
  code: string;
}

const LANGUAGES = new Set("sh ts js json http text python java go csharp php".split(" "));
const INFO = /^(\w+)((?:\s+[a-z-]+(?:="[^"]*")?)*)\s*$/;
const ATTRIBUTE = /([a-z-]+)(?:="([^"]*)")?/g;

/** Parses the first line of a block. Throws if it does not say how the block is tested. */
export function parseFence(info: string): Fence {
  const [, language = "", rest = ""] = INFO.exec(info) ?? [];
  const attributes = Array.from(rest.matchAll(ATTRIBUTE), ([, name = "", value = "yes"]) => [
    name,
    value,
  ]);
  const { run, answer, "not-run": notRun, tab, ...unknown } = Object.fromEntries(attributes);
  const isTested = [run, answer, notRun].filter(Boolean).length === 1;
  if (!LANGUAGES.has(language) || !isTested || Object.keys(unknown).length > 0)
    throw new Error(
      `Begin a block with a language (${[...LANGUAGES].join(", ")}), one of \`run\`, \`answer\` or not-run="REASON", and tab="NAME" if you want a tab: ${info}`,
    );
  return { language, run: Boolean(run), answer: Boolean(answer), ...(tab && { tab }) };
}

const FENCE = /^```([^\n]*)\n(.*?)^```$/gms;

/** Parses all blocks of a page. The errors of `parseFence` then begin with the name of the page. */
export const parseBlocks = (page: string, markdown: string): Block[] =>
  Array.from(markdown.matchAll(FENCE), ([, info = "", code = ""]) => {
    try {
      return { ...parseFence(info), code };
    } catch (cause) {
      throw new Error(`${page}: ${String(cause)}`, { cause });
    }
  });
