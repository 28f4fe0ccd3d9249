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
<thead><tr><th scope="col">Status</th><th scope="col">Code</th><th scope="col">Retry</th><th scope="col">When it happens</th><th scope="col">What to do</th></tr></thead>
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
<h2 id="retry">Retry</h2>
<p>${repeatable ? REPEAT : NO_REPEAT}</p>
<p><a href="/docs/errors">Errors</a> lists all codes and explains problem documents.</p>
`;

const REPEAT =
  "You can retry the request with the same Idempotency-Key. If the response has Retry-After, wait for that time.";
const NO_REPEAT = "A retry of the same request does not help. Correct the cause first.";

const text = (words: string): string =>
  escapeHtml(words).replaceAll(/`([^`]+)`/g, "<code>$1</code>");
