/** Returns a call of this service's API as lines for a shell. */
export const curl = (method: Method, path: string, body?: object): string =>
  curlLines(method, location.origin + path, body);

type Method = "GET" | "POST" | "PATCH";

/** Quotes a text for a POSIX shell, so that it is one word and nothing in it is run. */
export const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Returns a call of the API as lines for a shell. The reader's own key comes from the environment. */
export function curlLines(method: Method, url: string, body?: object): string {
  // Otherwise curl reads brackets and braces as a range of URLs, and sends many requests.
  const options = /[[\]{}]/.test(url) ? "--globoff " : "";
  const verb = method === "GET" ? "" : `-X ${method} `;
  const lines = [`curl ${options}${verb}${quote(url)}`, `  -H "x-api-key: $TMS_API_KEY"`];
  if (body !== undefined)
    lines.push(`  -H ${quote("content-type: application/json")}`, `  -d ${quote(bodyText(body))}`);
  return lines.join(" \\\n");
}

/** A body with a line for each of its fields, where it has more than one. */
function bodyText(body: object): string {
  const fields = Object.entries(body).map(
    ([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`,
  );
  if (fields.length < 2) return `{ ${fields.join("")} }`;
  return `{\n${fields.map((field) => `    ${field}`).join(",\n")}\n  }`;
}
