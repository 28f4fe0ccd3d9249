import { createRequire } from "node:module";
import type { ApiDocument } from "./document.ts";

/** What the converter answers. It has no types of its own. */
interface Conversion {
  result: boolean;
  reason?: string;
  output?: { data: Collection }[];
}
interface Collection {
  variable: { key: string; value: string }[];
}
type Convert = (
  input: { type: "json"; data: object },
  options: object,
  done: (error: Error | null, conversion: Conversion) => void,
) => void;

const { convertV2 } = createRequire(import.meta.url)("openapi-to-postmanv2") as {
  convertV2: Convert;
};

// One request for each operation, in a folder for each tag, with the document's own examples.
const OPTIONS = {
  folderStrategy: "Tags",
  parametersResolution: "Example",
  includeAuthInfoInExample: false,
};
const FILLED_IN_BY_THE_READER = ["apiKey", "bearerToken", "gameId"];

/** A Postman collection, version 2.1, of all operations. */
export async function postmanCollection(document: ApiDocument): Promise<string> {
  const conversion = await new Promise<Conversion>((resolve, reject) => {
    convertV2({ type: "json", data: document }, OPTIONS, (error, answer) =>
      error ? reject(error) : resolve(answer),
    );
  });
  const collection = conversion.output?.[0]?.data;
  if (!conversion.result || collection === undefined)
    throw new Error(`No Postman collection could be made: ${conversion.reason}`);
  const variable = [
    ...collection.variable,
    ...FILLED_IN_BY_THE_READER.map((key) => ({ key, value: "" })),
  ];
  return JSON.stringify({ ...collection, variable });
}
