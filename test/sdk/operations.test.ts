import { openapiDocument } from "@tms/gateway/openapi-document";
import { createTms, isTmsError } from "@tms/sdk";
import { expect, test } from "vitest";

interface Document {
  paths: Record<string, Record<string, { security: Record<string, unknown>[] }>>;
}

/** What stands for each parameter of a path, and for whatever else a method takes. */
const WORD = "a";

/** The operations that an API key may call: `GET /tournament/a`. */
async function operationsOfKeys(): Promise<string[]> {
  const { paths } = (await openapiDocument()) as Document;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { security }]) => security.some((way) => "apiKey" in way))
      .map(([method]) => `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, WORD)}`),
  );
}

// No repeat would change it, so that each call asks once.
const refuse = () =>
  Response.json(
    { code: "tournament_not_found", status: 404, detail: "", requestId: "" },
    { status: 404 },
  );

/** Calls a method with words; of a list it reads a page, of a stream the events. */
async function call(method: (...words: string[]) => object): Promise<void> {
  const answer = method(WORD, WORD, WORD);
  if ("page" in answer) await (answer.page as () => Promise<unknown>)();
  else if (Symbol.asyncIterator in answer) await Array.fromAsync(answer as AsyncIterable<unknown>);
  else await (answer as Promise<unknown>);
}

test("each operation that an API key may call has a method", async () => {
  const asked: string[] = [];
  const tms = createTms({
    baseUrl: "https://tms.example.com",
    apiKey: "tms_test_",
    fetch: async (input, init) => {
      const { method, url } = new Request(input, init);
      asked.push(`${method} ${new URL(url).pathname}`);
      return refuse();
    },
  });
  const { http: _beneath, ...resources } = tms;
  const isRefused = (error: unknown) => isTmsError(error, "tournament_not_found");
  for (const [resource, methods] of Object.entries(resources))
    for (const [name, method] of Object.entries(methods))
      await expect(call(method as never), `${resource}.${name}`).rejects.toSatisfy(isRefused);
  // A stream that is not told where to begin asks the log for its end first.
  const stream = tms.events.stream({ after: 0 });
  await expect(Array.fromAsync(stream)).rejects.toSatisfy(isRefused);
  const operations = await operationsOfKeys();
  expect(operations).toContain("PATCH /tournament/a/review");
  expect(operations.filter((operation) => !asked.includes(operation))).toEqual([]);
});
