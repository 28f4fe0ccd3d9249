/** A call of the API as a line for a shell, with a key of the reader's own. */
export function curl(method: "GET" | "POST" | "PATCH", path: string, body?: object): string {
  const lines = [
    method === "GET"
      ? `curl ${location.origin}${path}`
      : `curl -X ${method} ${location.origin}${path}`,
    `  -H "x-api-key: $TMS_API_KEY"`,
  ];
  if (body !== undefined)
    lines.push(
      `  -H "content-type: application/json"`,
      `  -d '${bodyText(body).replaceAll("'", String.raw`'\''`)}'`,
    );
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
