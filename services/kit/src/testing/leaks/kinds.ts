/**
 * A part of every password that tests use, so that it is found wherever it gets to. A password without
 * it is not looked for.
 */
export const PASSWORD_MARK = "-otter";

/** A kind of secret that is known by its looks. */
interface Kind {
  name: string;
  /** Its form, by parts: a literal, or a class of characters and how often. The first is a literal. */
  parts: readonly [string, ...(string | Repeated)[]];
}

interface Repeated {
  of: "letters" | "base64" | "base64url";
  times: string;
}

const KINDS: readonly Kind[] = [
  { name: "an API key", parts: ["tms_live_", { of: "letters", times: "{49}" }] },
  { name: "an API key", parts: ["tms_test_", { of: "letters", times: "{49}" }] },
  { name: "a caller's token", parts: ["tmsc_", { of: "letters", times: "{49}" }] },
  { name: "a refresh token", parts: ["tmsr_", { of: "base64url", times: "{40,}" }] },
  { name: "a secret of a webhook", parts: ["whsec_", { of: "base64", times: "{40,}" }] },
  {
    name: "an access token",
    parts: [
      "eyJ",
      { of: "base64url", times: "{10,}" },
      ".eyJ",
      { of: "base64url", times: "{10,}" },
      ".",
      { of: "base64url", times: "{80,}" },
    ],
  },
];

// A character of each class as itself, and as the two hexadecimal digits by which Postgres shows bytes.
const CLEAR = {
  letters: "[0-9A-Za-z]",
  base64: "[0-9A-Za-z+/]",
  base64url: "[0-9A-Za-z_-]",
};
const HEX = {
  letters: "(?:3[0-9]|4[1-9a-f]|5[0-9a]|6[1-9a-f]|7[0-9a])",
  base64: "(?:2b|2f|3[0-9]|4[1-9a-f]|5[0-9a]|6[1-9a-f]|7[0-9a])",
  base64url: "(?:2d|3[0-9]|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9a])",
};

const clearForm = ({ parts }: Kind): string =>
  parts
    .map((part) => (typeof part === "string" ? escaped(part) : `${CLEAR[part.of]}${part.times}`))
    .join("");

const hexForm = ({ parts }: Kind): string =>
  parts
    .map((part) => (typeof part === "string" ? hex(part) : `${HEX[part.of]}${part.times}`))
    .join("");

// Not RegExp.escape, which writes letters in a way that Postgres reads otherwise.
const escaped = (text: string): string => text.replaceAll(/[.+/]/g, String.raw`\$&`);

const hex = (text: string): string => Buffer.from(text).toString("hex");

/** A text in every form in which it may be hidden in another: clear, hexadecimal, base64. */
export function formsOf(text: string): string[] {
  // Its base64 depends on where in the other text it begins; what it shares with the bytes beside it is left out.
  const encoded = [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(text)]);
    const whole = Math.floor((bytes.length * 8) / 6);
    return (["base64", "base64url"] as const).map((form) =>
      bytes.toString(form).slice(Math.ceil((before * 8) / 6), whole),
    );
  });
  return [...new Set([text, hex(text), ...encoded])];
}

const FORMS = [
  ...KINDS.map((kind) => ({ name: kind.name, form: `${clearForm(kind)}|${hexForm(kind)}` })),
  { name: "a password", form: formsOf(PASSWORD_MARK).map(escaped).join("|") },
];
const LOOKS = FORMS.map(({ name, form }) => ({ name, regexp: new RegExp(form) }));

/** What finds a secret of any kind, in the common part of JavaScript's and Postgres' expressions. */
export const ANY_SECRET = FORMS.map(({ form }) => form).join("|");
const ANY = new RegExp(ANY_SECRET);

/**
 * What every such secret begins with. Postgres finds it in a fiftieth of the time that it takes for the whole
 * form, and next to no row has it.
 */
export const ANY_HEAD = [
  ...KINDS.flatMap(({ parts: [head] }) => [escaped(head), hex(head)]),
  ...formsOf(PASSWORD_MARK).map(escaped),
].join("|");

/**
 * What secrets a text holds: those that are known by their looks, and those of a list, which are known
 * by nothing else.
 */
export function secretsIn(text: string, known: readonly string[] = []): string[] {
  const looks = ANY.test(text) ? LOOKS.filter(({ regexp }) => regexp.test(text)) : [];
  const isThere = known.some((secret) => formsOf(secret).some((form) => text.includes(form)));
  return [...new Set([...looks.map(({ name }) => name), ...(isThere ? ["a mailed token"] : [])])];
}
