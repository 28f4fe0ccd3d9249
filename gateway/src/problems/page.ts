import { codeOf, problemType, type ProblemName } from "./catalogue.ts";

/** The page a problem's type leads to. */
export function problemPage(name: ProblemName): string {
  const { status, title, when, remedy } = problemType(name);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escape(title)}</title>
<style>body{font:1rem/1.5 system-ui,sans-serif;max-width:42rem;margin:3rem auto;padding:0 1rem}</style>
<h1>${escape(title)}</h1>
<p>Status <strong>${status}</strong>, code <code>${codeOf(name)}</code></p>
<h2>When it happens</h2>
<p>${escape(when)}</p>
<h2>What to do</h2>
<p>${escape(remedy)}</p>
</html>
`;
}

const escape = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(/`([^`]+)`/g, "<code>$1</code>");
