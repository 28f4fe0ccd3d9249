// Safe to log, to echo and to search for.
const SANE = /^[A-Za-z0-9._:-]{1,128}$/;

/** Whether a text can be the id of a REST request. */
export const isRequestId = (text: string): boolean => SANE.test(text);
