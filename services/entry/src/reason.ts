import { nameOf } from "@tms/kit/values/input";

const MOST_CHARACTERS = 500;

/** The reason of a decision as it is kept. Throws INVALID_ARGUMENT for one that is blank or too long. */
export const reasonOf = ({ reason }: { reason: string }): string =>
  nameOf("reason", reason, MOST_CHARACTERS);
