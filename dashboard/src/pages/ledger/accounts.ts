import { searchText } from "../../address.ts";
import type { LedgerAccount } from "../../api/types.ts";

export type AccountKind = LedgerAccount["kind"];

interface KindWords {
  label: string;
  one: string;
  meaning: string;
}

export const KINDS: Readonly<Record<AccountKind, KindWords>> = {
  gamers: { label: "Gamers", one: "Wallet", meaning: "in gamers' wallets" },
  prizePools: { label: "Prize pools", one: "Prize pool", meaning: "held until tournaments end" },
  platform: { label: "Platform", one: "Platform", meaning: "platform fees collected" },
  game: { label: "Game", one: "Game", meaning: "the game's own account" },
  outside: { label: "Outside", one: "Outside", meaning: "withdrawals minus deposits" },
};

const isKind = (text: unknown): text is AccountKind =>
  typeof text === "string" && Object.hasOwn(KINDS, text);

export interface AccountSearch {
  type?: AccountKind;
  cursor?: string;
}

const readCursor = searchText("cursor");

export const accountSearch = (search: Record<string, unknown>): AccountSearch => ({
  ...(isKind(search["type"]) && { type: search["type"] }),
  ...readCursor(search),
});
