/** What the first line of a fenced block says about it. */
export interface Fence {
  language: string;
  /** It is executed by the tests against a running stack. */
  run: boolean;
  /** It has the form of what the block before it prints last, which the tests compare. */
  answer: boolean;
  /** Why it is neither. */
  notRun?: string;
  /** Blocks that follow each other and have one of these are shown in one place. */
  tab?: string;
}

const LANGUAGES = new Set("sh ts js json http text python java go csharp php".split(" "));
const WORD = /\s*([a-z-]+)(?:="([^"]*)")?/gy;

/**
 * Reads the line that opens a block: ```sh run tab="curl". Throws when it says neither `run` nor
 * `answer` nor a reason, so that no sample goes untested unseen.
 */
export function parseFence(info: string): Fence {
  const [language = "", ...rest] = info.trim().split(/(?=\s)/);
  if (!LANGUAGES.has(language))
    throw new Error(`The language "${language}" of a block is not known: ${info}`);
  const attributes = new Map<string, string>();
  const text = rest.join("").trim();
  let end = 0;
  for (const [match, name = "", value = ""] of text.matchAll(WORD)) {
    attributes.set(name, value);
    end += match.length;
  }
  if (end !== text.length) throw new Error(`The first line of a block has invalid syntax: ${info}`);
  const { run, answer, "not-run": notRun, tab, ...unknown } = Object.fromEntries(attributes);
  if (Object.keys(unknown).length > 0)
    throw new Error(`The first line of a block has an unknown attribute: ${info}`);
  const fates = [run, answer, notRun || undefined].filter((fate) => fate !== undefined);
  if (fates.length !== 1)
    throw new Error(`Add one of \`run\`, \`answer\` or not-run="REASON" to a block: ${info}`);
  return {
    language,
    run: run !== undefined,
    answer: answer !== undefined,
    ...(notRun && { notRun }),
    ...(tab && { tab }),
  };
}

/** A fenced block of a page. */
export interface Block extends Fence {
  code: string;
}

const FENCE = /^```([^\n]*)\n(.*?)^```$/gms;

/** All blocks of a page, in order. Throws what `parseFence` throws, after the page's name. */
export function blocksOf(page: string, markdown: string): Block[] {
  return Array.from(markdown.matchAll(FENCE), ([, info = "", code = ""]) => {
    try {
      return { ...parseFence(info), code };
    } catch (error) {
      throw new Error(`${page}: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      });
    }
  });
}
