import type { LedgerAccount } from "../../api/types.ts";

/** Whose money an account holds. */
export type AccountKind = LedgerAccount["kind"];

interface KindWords {
  /** All accounts of the kind together. */
  label: string;
  /** One of them. */
  one: string;
  /** What their balance means. */
  meaning: string;
}

/** What each kind of account is called and for, in the order in which the ledger shows them. */
export const KINDS: Readonly<Record<AccountKind, KindWords>> = {
  gamers: { label: "Gamers", one: "Wallet", meaning: "in gamers' wallets" },
  prizePools: { label: "Prize pools", one: "Prize pool", meaning: "held until tournaments end" },
  platform: { label: "Platform", one: "Platform", meaning: "platform fees collected" },
  game: { label: "Game", one: "Game", meaning: "the game's own account" },
  outside: {
    label: "Outside",
    one: "Outside",
    meaning: "withdrawals minus deposits",
  },
};

const isKind = (text: unknown): text is AccountKind =>
  typeof text === "string" && Object.hasOwn(KINDS, text);

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
