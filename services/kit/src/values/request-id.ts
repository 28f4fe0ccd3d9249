import { holdsCredential } from "./credentials.ts";

// Safe to log, to echo and to search for.
const SANE = /^[A-Za-z0-9._:-]{1,128}$/;

/** Reports whether a text can be the id of a REST request. A credential cannot. */
export const isRequestId = (text: string): boolean => SANE.test(text) && !holdsCredential(text);
