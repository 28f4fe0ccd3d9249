export type Method = "GET" | "POST" | "PATCH";

export const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Returns an API call as a curl command. The key is read from the environment. */
export function curlLines(method: Method, url: string, body?: object): string {
  // Otherwise curl expands brackets and braces and sends many requests.
  const options = /[[\]{}]/.test(url) ? "--globoff " : "";
  const verb = method === "GET" ? "" : `-X ${method} `;
  const lines = [`curl ${options}${verb}${quote(url)}`, `  -H "x-api-key: $TMS_API_KEY"`];
  if (body !== undefined)
    lines.push(`  -H ${quote("content-type: application/json")}`, `  -d ${quote(bodyText(body))}`);
  return lines.join(" \\\n");
}

function bodyText(body: object): string {
  const fields = Object.entries(body).map(
    ([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`,
  );
  if (fields.length < 2) return `{ ${fields.join("")} }`;
  return `{\n${fields.map((field) => `    ${field}`).join(",\n")}\n  }`;
}
