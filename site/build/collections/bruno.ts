import { openApiToBruno } from "@usebruno/converters";
import { envJsonToBruV2, jsonToBruV2 } from "@usebruno/lang";
import { strToU8, zipSync } from "fflate";
import type { ApiDocument } from "./document.ts";

/** What the converter makes of an operation, as far as it is written into a file. */
export interface BrunoRequest {
  name: string;
  seq?: number;
  request: {
    url: string;
    method: string;
    auth: { mode: string };
    headers: object[];
    params: object[];
    body: { mode: string; json: string | null };
    docs?: string;
  };
}
interface BrunoFolder {
  name: string;
  items: BrunoRequest[];
}

const NAME = "Tournament Management Service";
// Archives made of the same document are the same to the byte.
const MADE_AT = new Date(2026, 0, 1);
const VARIABLES = [
  { name: "baseUrl", value: "http://127.0.0.1:8080", secret: false },
  { name: "gameId", value: "", secret: false },
  { name: "apiKey", value: "", secret: true },
  { name: "bearerToken", value: "", secret: true },
].map((variable) => ({ ...variable, enabled: true, type: "text" }));

/** A Bruno collection of all operations: the archive of its folder. */
export async function brunoCollection(document: ApiDocument): Promise<Uint8Array> {
  const { items } = (await openApiToBruno(document)) as { items: BrunoFolder[] };
  const files: Record<string, Uint8Array> = {
    "bruno.json": strToU8(
      JSON.stringify({ version: "1", name: NAME, type: "collection" }, null, 2),
    ),
    "environments/Local.bru": strToU8(envJsonToBruV2({ variables: VARIABLES })),
  };
  for (const { name: folder, items: requests } of items)
    requests.forEach((one, index) => {
      files[`${folder}/${one.name.replaceAll(/[^\w -]/g, "")}.bru`] = strToU8(
        requestFile(one, index + 1),
      );
    });
  return zipSync(files, { mtime: MADE_AT });
}

function requestFile({ name, request }: BrunoRequest, number: number): string {
  const { method, url, auth, headers, params, body, docs } = request;
  return jsonToBruV2({
    meta: { name, type: "http", seq: number },
    http: { method: method.toLowerCase(), url, body: body.mode, auth: auth.mode },
    params,
    headers,
    auth,
    body: { [body.mode]: body.json ?? "" },
    docs: docs ?? "",
  });
}
