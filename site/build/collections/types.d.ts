// Neither package has types of its own.
declare module "@usebruno/converters" {
  /** Makes a collection of an OpenAPI document. */
  export function openApiToBruno(document: object): Promise<object>;
}
declare module "@usebruno/lang" {
  /** The text of a .bru file for a request. */
  export function jsonToBruV2(request: object): string;
  /** What a .bru file of a request says. */
  export function bruToJsonV2(text: string): { http: { url: string } };
  /** The text of a .bru file for an environment. */
  export function envJsonToBruV2(environment: object): string;
}
