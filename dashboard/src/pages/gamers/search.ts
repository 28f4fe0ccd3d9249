import { searchParams, text } from "../../address.ts";

/** Reads the beginning of the handles, and the page. */
export const gamerSearch = searchParams({ handle: text, cursor: text });
