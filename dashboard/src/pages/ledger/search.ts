import { isKind, type AccountKind } from "./kinds.ts";

/** How a list of accounts is narrowed down, as the address has it. */
export interface AccountSearch {
  type?: AccountKind;
  cursor?: string;
}

/** Reads the filters from an address; whatever makes no sense is left out. */
export const accountSearch = ({ type, cursor }: Record<string, unknown>): AccountSearch => ({
  ...(isKind(type) && { type }),
  ...(typeof cursor === "string" && cursor !== "" && { cursor }),
});
