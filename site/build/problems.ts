import { codeOf, problemNames, problemType, slugOf } from "@tms/gateway/problems/catalogue";
import { escapeHtml } from "./markdown/highlight.ts";

/** The page of a type of problem, to which its `type` leads. */
export interface ProblemPage {
  address: string;
  slug: string;
  code: string;
  status: number;
  title: string;
  when: string;
  remedy: string;
  repeatable?: true;
}

/** Every type of problem, in the order of their statuses and codes. */
export const problemPages = (): ProblemPage[] =>
  problemNames
    .map((name) => ({
      address: `/problems/${slugOf(name)}`,
      slug: slugOf(name),
      code: codeOf(name),
      ...problemType(name),
    }))
    .toSorted((a, b) => a.status - b.status || a.code.localeCompare(b.code));

/** The table of all problems. */
export function problemTable(): string {
  const rows = problemPages().map(
    ({ address, code, status, when, remedy, repeatable }) =>
      `<tr><td>${status}</td><td><a href="${address}"><code>${code}</code></a></td><td>${repeatable ? "yes" : "no"}</td><td>${text(when)}</td><td>${text(remedy)}</td></tr>`,
  );
  return `<div class="table problems" tabindex="0" role="region" aria-label="All codes"><table>
<thead><tr><th scope="col">Status</th><th scope="col">Code</th><th scope="col">Repeat</th><th scope="col">When it happens</th><th scope="col">What to do</th></tr></thead>
<tbody>${rows.join("\n")}</tbody></table></div>`;
}

/** What stands on a problem's page. */
export const problemText = ({
  status,
  title,
  code,
  when,
  remedy,
  repeatable,
}: ProblemPage): string =>
  `<h1>${escapeHtml(title)}</h1>
<p class="badges"><span class="badge">${status}</span> <code>${code}</code></p>
<h2 id="when">When it happens</h2>
<p>${text(when)}</p>
<h2 id="what-to-do">What to do</h2>
<p>${text(remedy)}</p>
<h2 id="repeat">Does a repeat help?</h2>
<p>${repeatable ? REPEAT : NO_REPEAT}</p>
<p>Every code, and the form of a problem document, is on the page <a href="/docs/errors">Errors</a>.</p>
`;

const REPEAT =
  "Yes. Send the same request with the same Idempotency-Key, after Retry-After if the answer has it.";
const NO_REPEAT = "No. Follow the advice above first.";

const text = (words: string): string =>
  escapeHtml(words).replaceAll(/`([^`]+)`/g, "<code>$1</code>");
