import type { Game } from "@tms/proto/tms/game/v1/game";
import { AccountType, type JournalLine, type Seal } from "@tms/proto/tms/wallet/v1/wallet";
import { isoOf } from "@tms/resources/values/times";
import { exponentOf } from "@tms/resources/values/currency";
import { toMajor } from "@tms/resources/values/money";
import { TRANSFER_KINDS, transferOf } from "@tms/resources/values/transfers";
import type { SealJson, JournalLineJson } from "./schemas.ts";

/** A line of a tournament's journal as callers see it. */
export function journalLineJson(
  { transfer, text, sealNumber }: JournalLine,
  tournamentId: string,
  game: Game,
): JournalLineJson {
  const pool = { type: AccountType.PRIZE_POOL, ownerId: tournamentId };
  const { id, kind, minorUnits, createTime } = transferOf(transfer, pool);
  return {
    transaction: id,
    kind: TRANSFER_KINDS.get(kind),
    amount: toMajor(minorUnits, exponentOf(game)),
    createdAt: isoOf(createTime),
    seal: Number(sealNumber),
    text,
  };
}

/** A seal as callers see it. */
export const sealJson = (seal: Seal): SealJson => ({
  number: Number(seal.number),
  lines: Number(seal.transfers),
  digest: Buffer.from(seal.digest).toString("hex"),
  createdAt: isoOf(seal.createTime),
});
