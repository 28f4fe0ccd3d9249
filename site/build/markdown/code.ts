import type { MarkdownIt, Token } from "markdown-it";
import { parseFence, type Fence } from "./fence.ts";
import { escapeHtml, highlight } from "./highlight.ts";

const NAMES: Record<string, string> = {
  sh: "Shell",
  ts: "TypeScript",
  js: "JavaScript",
  json: "JSON",
  http: "HTTP",
  text: "Text",
  python: "Python",
  java: "Java",
  go: "Go",
  csharp: "C#",
  php: "PHP",
};

/** Lets a renderer show blocks in figures, and such as belong together in tabs. */
export function codeBlocks(markdown: MarkdownIt): void {
  markdown.renderer.rules["fence"] = (tokens, at) => {
    const fence = fenceOf(tokens[at]);
    if (fence?.tab === undefined) return figure(tokens[at], at);
    // The first of a group shows all of it.
    if (fenceOf(tokens[at - 1])?.tab !== undefined) return "";
    const group: Token[] = [];
    for (let next = at; fenceOf(tokens[next])?.tab !== undefined; next++) {
      const token = tokens[next];
      if (token) group.push(token);
    }
    return tabs(group, at);
  };
}

const fenceOf = (token: Token | undefined): Fence | undefined =>
  token?.type === "fence" ? parseFence(token.info) : undefined;

function figure(token: Token | undefined, number: number): string {
  if (token === undefined) return "";
  const { language, answer } = parseFence(token.info);
  const name = answer ? "Response" : (NAMES[language] ?? language);
  // It may be wider than its page, and is then moved by keys.
  return `<figure class="code${answer ? " answer" : ""}"><figcaption>${name}</figcaption>
<pre tabindex="0" role="region" aria-label="${name}, block ${number}"><code class="hljs">${highlight(token.content, language)}</code></pre></figure>
`;
}

// Radio buttons, so that no script is needed to change between them.
function tabs(group: readonly Token[], number: number): string {
  const names = group.map((token) => escapeHtml(fenceOf(token)?.tab ?? ""));
  const buttons = names.map((name, index) => {
    const id = `tab-${number}-${index}`;
    const checked = index === 0 ? " checked" : "";
    return `<input type="radio" name="tabs-${number}" id="${id}" data-tab="${name}"${checked}><label for="${id}">${name}</label>`;
  });
  const panes = group.map((token, index) => `<div>${figure(token, number + index)}</div>`);
  return `<fieldset class="tabs"><legend>Sample language</legend>${buttons.join("")}
<div class="panes">${panes.join("")}</div></fieldset>
`;
}
