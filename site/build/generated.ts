import { codeOf, problemNames, problemType, slugOf } from "@tms/gateway/problems/catalogue";
import { EVENT_TYPES, eventType } from "@tms/resources/event-types";
import { COMMANDS } from "@tms/sdk/cli";
import type { Command, OptionSpec } from "@tms/sdk/cli/command";
import { GROUPS } from "./map.ts";
import type { Page } from "./markdown.ts";

// Markdown that is generated from the code, so that it is never out of date.

/** The parts of pages, by the word in double braces that they replace. Cards describe the given pages. */
export const PARTS: Readonly<Record<string, (pages: readonly Page[]) => string>> = {
  cards,
  commands: () => COMMANDS.map(toCommandSection).join("\n\n"),
  "event-types": eventTypes,
  problems: () => problemTable(),
};

const FENCE = "```";

function toTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const toRow = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [head, head.map(() => "---"), ...rows].map(toRow).join("\n");
}

function cards(pages: readonly Page[]): string {
  const reference =
    "- [**API reference** Look up every operation with its fields, responses and errors, and try it.](/docs/api/)";
  const groups = Object.entries(GROUPS).map(([group, names]) => {
    const links = names.map((name) => {
      const page = pages.find((one) => one.name === name);
      const [sentence] = /^.*?[.!?](?= |$)/s.exec(page?.description ?? "") ?? [""];
      return `- [**${page?.title}** ${sentence}](${name}.md)`;
    });
    return `## ${group}\n\n${[...(group === "Reference" ? [reference] : []), ...links].join("\n")}`;
  });
  return groups.join("\n\n");
}

function toCommandSection(command: Command): string {
  const { name, summary, about, arguments: args, options, examples } = command;
  const rows = [
    ...args.map((one) => [`\`${one.name}\``, one.about]),
    ...Object.entries(options).map(([key, spec]) => [`\`${toFlags(key, spec)}\``, describe(spec)]),
  ];
  const sentence = `${summary[0]?.toUpperCase()}${summary.slice(1)}.`;
  return `### tms ${name}

${sentence} ${about?.replaceAll("\n", " ") ?? ""}

${rows.length === 0 ? "" : toTable(["argument or option", "description"], rows)}

${FENCE}sh not-run="an example; the suite of the command line runs each command"
${examples.join("\n")}
${FENCE}`;
}

const toFlags = (name: string, { short, value }: OptionSpec): string =>
  [short === undefined ? `--${name}` : `-${short}, --${name}`, value].filter(Boolean).join(" ");

const describe = ({ about, choices, isRequired }: OptionSpec): string =>
  [about, choices && `one of ${choices.join(", ")}`, isRequired && "required"]
    .filter(Boolean)
    .join("; ");

/** Headings of types of events, by their first word. The heading of other types is its plural. */
const SUBJECTS: Readonly<Record<string, string>> = {
  entry: "Entries",
  settlement: "Settlements, payouts and refunds",
  payout: "Settlements, payouts and refunds",
  refund: "Settlements, payouts and refunds",
  api_key: "API keys",
};

function eventTypes(): string {
  const rows = EVENT_TYPES.map((type) => [
    `[\`${type}\`](#${type.replaceAll(/[._]/g, "-")})`,
    eventType(type).when,
  ]);
  const sections = Array.from(Map.groupBy(EVENT_TYPES, toSubject), ([subject, types]) =>
    [`## ${subject}`, ...types.map(toEventSection)].join("\n\n"),
  );
  return [toTable(["type", "when"], rows), ...sections].join("\n\n");
}

function toSubject(type: string): string {
  const [word = ""] = type.split(".");
  const plural = `${word.replaceAll("_", " ")}s`;
  return SUBJECTS[word] ?? plural.replace(/^./, (first) => first.toUpperCase());
}

function toEventSection(type: string): string {
  const { when, data, example } = eventType(type);
  const fields = Object.keys(data).map((name) => `\`${name}\``);
  return `### ${type}

${when} \`data\` contains ${fields.join(", ")}:

${FENCE}json not-run="an example; the gateway's suite checks it against the schema"
${JSON.stringify(example, null, 2)}
${FENCE}`;
}

/** Every type of problem, by status and code. */
const problems = () =>
  problemNames
    .map((name) => ({ slug: slugOf(name), code: codeOf(name), ...problemType(name) }))
    .toSorted((a, b) => a.status - b.status || a.code.localeCompare(b.code));

const problemTable = (): string =>
  toTable(
    ["Status", "Code", "Retry", "When it happens", "What to do"],
    problems().map(({ status, slug, code, repeatable, when, remedy }) => [
      String(status),
      `[\`${code}\`](/problems/${slug})`,
      repeatable ? "yes" : "no",
      when,
      remedy,
    ]),
  );

/** Returns the Markdown of a page for each type of problem. The `type` of a problem leads to its page. */
export const problemPages = (): { slug: string; source: string }[] =>
  problems().map(({ slug, code, status, title, when, remedy, repeatable }) => ({
    slug,
    source: `# ${title} (${code})

${when}

**Status:** ${status}

**What to do:** ${remedy}

**Retry:** ${repeatable ? RETRY : NO_RETRY}

[Errors](errors.md) lists all codes and explains problem documents.
`,
  }));

const RETRY =
  "You can retry the request with the same `Idempotency-Key`. If the response has `Retry-After`, wait for that time.";
const NO_RETRY = "A retry of the same request does not help. Correct the cause first.";
