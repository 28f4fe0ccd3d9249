import { ENTRY_EXAMPLES } from "./entries.ts";
import { SCORE_EXAMPLES } from "./scores.ts";

/** An example of each resource, by the $id of its schema. */
export const EXAMPLES = {
  ...SCORE_EXAMPLES,
  ...ENTRY_EXAMPLES,
};
