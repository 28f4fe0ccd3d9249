import { BLOCK_ENDS, type Page } from "./pages.ts";

// What a page says of these is so; of other fields it shows the form, for they differ each time.
const TOLD = new Set(
  "message status state kind code title rank amount balance eliminated pool gamerHandle openapi".split(
    " ",
  ),
);

/** In which ways what a page's samples printed differs from what the page shows. */
export function differences({ answers }: Page, printed: string): string[] {
  const outputs = printed.split(BLOCK_ENDS);
  return answers.flatMap(({ sample, json }) => {
    const last = jsonIn(outputs[sample] ?? "").at(-1);
    if (last === undefined) return [`sample ${sample} printed no JSON`];
    return compare(JSON.parse(json), last, `sample ${sample}`);
  });
}

/** The JSON objects in a string, one after another as requests print them. */
export function jsonIn(text: string): unknown[] {
  const found: unknown[] = [];
  let depth = 0;
  let from = 0;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}]/g)) {
    if (token === "{" && depth++ === 0) from = index;
    if (token === "}" && --depth === 0) found.push(JSON.parse(text.slice(from, index + 1)));
  }
  return found;
}

function compare(shown: unknown, real: unknown, place: string): string[] {
  if (shown === null) return [];
  if (Array.isArray(shown)) {
    if (!Array.isArray(real)) return [`${place} is no list`];
    return shown.flatMap((one, index) =>
      index < real.length
        ? compare(one, real[index], `${place}/${index}`)
        : [`${place} is shorter`],
    );
  }
  if (typeof shown === "object") {
    if (typeof real !== "object" || real === null) return [`${place} is no object`];
    const fields = new Map(Object.entries(real));
    return Object.entries(shown).flatMap(([name, value]) =>
      fields.has(name)
        ? compare(value, fields.get(name), `${place}/${name}`)
        : [`${place} has no ${name}`],
    );
  }
  const isTold = TOLD.has(place.split("/").at(-1) ?? "");
  if (isTold && shown !== real) return [`${place} is ${JSON.stringify(real)}`];
  return typeof shown === typeof real ? [] : [`${place} is ${JSON.stringify(real)}`];
}
