import { EVENT_TYPES, eventType, type EventTypeName } from "@tms/resources/event-types";

// What events are about whose type begins with a word, where it is not the word's own plural.
const SUBJECTS: Readonly<Record<string, string>> = {
  entry: "Entries",
  settlement: "Settlements, payouts and refunds",
  payout: "Settlements, payouts and refunds",
  refund: "Settlements, payouts and refunds",
  api_key: "API keys",
};

const FENCE = "```";

/** Markdown: a table of all types of events, then each with what its data look like. */
export function eventTypes(): string {
  const rows = EVENT_TYPES.map((type) => `| [\`${type}\`](#${anchorOf(type)}) | ${when(type)} |`);
  const table = ["| type | when |", "| --- | --- |", ...rows].join("\n");
  let before = "";
  const sections = EVENT_TYPES.map((type) => {
    const subject = subjectOf(type);
    const heading = subject === before ? [] : [`## ${subject}`];
    before = subject;
    return [...heading, sectionOf(type)].join("\n\n");
  });
  return [table, ...sections].join("\n\n");
}

const when = (type: EventTypeName): string => eventType(type).when;

// As headings are anchored.
const anchorOf = (type: string): string => type.replaceAll(/[._]/g, "-");

function subjectOf(type: EventTypeName): string {
  const word = type.replace(/\..*$/, "");
  const plural = `${word.replaceAll("_", " ")}s`;
  return SUBJECTS[word] ?? plural.replace(/^./, (first) => first.toUpperCase());
}

function sectionOf(type: EventTypeName): string {
  const { data, example } = eventType(type);
  const fields = Object.keys(data)
    .map((name) => `\`${name}\``)
    .join(", ");
  return `### ${type}

${when(type)} \`data\` contains ${fields}:

${FENCE}json not-run="an example; the gateway's suite checks it against the schema"
${JSON.stringify(example, null, 2)}
${FENCE}`;
}
