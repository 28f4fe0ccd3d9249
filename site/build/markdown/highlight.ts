import highlighter from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import csharp from "highlight.js/lib/languages/csharp";
import go from "highlight.js/lib/languages/go";
import http from "highlight.js/lib/languages/http";
import java from "highlight.js/lib/languages/java";
import json from "highlight.js/lib/languages/json";
import php from "highlight.js/lib/languages/php";
import python from "highlight.js/lib/languages/python";
import typescript from "highlight.js/lib/languages/typescript";

const LANGUAGES = {
  sh: bash,
  http,
  json,
  ts: typescript,
  js: typescript,
  csharp,
  go,
  java,
  php,
  python,
};
for (const [name, language] of Object.entries(LANGUAGES))
  highlighter.registerLanguage(name, language);

/** Code as HTML with classes; text in no known language is only escaped. */
export const highlight = (code: string, language: string): string =>
  language in LANGUAGES ? highlighter.highlight(code, { language }).value : escapeHtml(code);

/** Text as it stands in HTML, in attributes too. */
export const escapeHtml = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
