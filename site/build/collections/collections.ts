import { brunoCollection } from "./bruno.ts";
import { documentToSend } from "./document.ts";
import { postmanCollection } from "./postman.ts";

/** The collections of an OpenAPI document, by their paths in the site. */
export async function collections(
  document: object,
): Promise<(readonly [string, string | Uint8Array])[]> {
  return [
    ["collections/postman.json", await postmanCollection(documentToSend(document))],
    ["collections/bruno.zip", await brunoCollection(documentToSend(document))],
  ];
}
