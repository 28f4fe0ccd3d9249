/** What collections are made of, as far as this looks at it. */
export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>;
}
interface Operation {
  security?: readonly Record<string, unknown>[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { example?: Record<string, unknown> }> };
  responses: Record<string, unknown>;
}
interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  example?: unknown;
  schema?: Record<string, unknown>;
}

// Tools fill these in when they send a request.
const NEW_ID = "{{$guid}}";
const GAME = "{{gameId}}";

/**
 * The OpenAPI document as collections are best made of it: a request can be sent as it stands. Each
 * has an idempotency key of its own, as often as it is sent; the game is a variable, and is not named
 * beside an API key; failures, which are the same everywhere, are left out.
 */
export function documentToSend(original: object): ApiDocument {
  const document = structuredClone(original) as ApiDocument;
  for (const methods of Object.values(document.paths))
    for (const operation of Object.values(methods)) makeSendable(operation);
  return document;
}

function makeSendable(operation: Operation): void {
  const byKey = operation.security?.some((scheme) => "apiKey" in scheme) ?? false;
  const given: Record<string, string | undefined> = {
    "idempotency-key": NEW_ID,
    "x-game-id": GAME,
  };
  operation.parameters = (operation.parameters ?? [])
    .filter(({ name, in: place, required }) =>
      byKey && name === "x-game-id" ? false : place !== "query" || required === true,
    )
    .map((parameter) => {
      const value = given[parameter.name];
      return value === undefined
        ? parameter
        : { ...parameter, example: value, schema: { type: "string", example: value } };
    });
  const example = operation.requestBody?.content["application/json"]?.example;
  if (example && "game" in example) example["game"] = GAME;
  operation.responses = Object.fromEntries(
    Object.entries(operation.responses).filter(([status]) => status.startsWith("2")),
  );
}
