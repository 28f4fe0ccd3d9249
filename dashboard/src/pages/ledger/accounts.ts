import { searchParams, text, textWhere } from "../../address.ts";
import type { LedgerAccount } from "../../api/schema.d.ts";

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

export const accountSearch = searchParams({
  type: textWhere((value): value is AccountKind => Object.hasOwn(KINDS, value)),
  cursor: text,
});
