import { parseArgs } from "node:util";

// Stands in for curl on machines without it, as far as the samples use it. Like curl when it is told
// to `--fail`, it ends with 22 where the answer is a refusal.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    request: { type: "string", short: "X" },
    header: { type: "string", short: "H", multiple: true, default: [] },
    data: { type: "string", short: "d" },
    silent: { type: "boolean", short: "s" },
  },
});
const headers = new Headers();
for (const header of values.header) {
  const [name = "", value = ""] = header.split(/:\s*(.*)/s);
  headers.append(name, value);
}
const answer = await fetch(positionals[0] ?? "", {
  method: values.request ?? (values.data === undefined ? "GET" : "POST"),
  headers,
  ...(values.data !== undefined && { body: values.data }),
});
process.stdout.write(await answer.text());
if (!answer.ok) process.exitCode = 22;
