import { curlLines, type Method } from "./shell.ts";

/** Returns a call of this service's API as lines for a shell. */
export const curl = (method: Method, path: string, body?: object): string =>
  curlLines(method, location.origin + path, body);
