import type { Game } from "@tms/proto/tms/game/v1/game";
import {
  AccountType,
  type JournalLine as JournalLineMessage,
  type Seal as SealMessage,
} from "@tms/proto/tms/wallet/v1/wallet";
import { Type } from "typebox";
import { idSchema, integer, member, moment, moneySchema, resource, text } from "./resource.ts";
import { exponentOf } from "./values/currency.ts";
import { toMajor } from "./values/money.ts";
import { TRANSFER_KINDS, transferOf } from "./values/transfers.ts";

interface Pool {
  tournamentId: string;
  game: Game;
}

const transfer = ({ transfer: made }: JournalLineMessage, { tournamentId }: Pool) =>
  transferOf(made, { type: AccountType.PRIZE_POOL, ownerId: tournamentId });

/** A line of the journal of a prize pool. */
export const JournalLine = resource<JournalLineMessage, Pool>()(
  "StatementLine",
  "A transfer into or out of a prize pool.",
  {
    transaction: "5f6b1f0e-6b1c-5c1b-9d0e-3a2b1c0d9e8f",
    kind: "entry_fee",
    amount: 2.5,
    createdAt: "2030-05-01T18:10:00.120Z",
    seal: 1,
    text: "18 5f6b1f0e-6b1c-5c1b-9d0e-3a2b1c0d9e8f 250 3c0f1a52-8a7e-5b0d-9a55-0e6c2d4b7f10 3 0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11 1903889400120",
  },
  {
    transaction: member(
      idSchema("The id of the ledger transfer."),
      (line, pool) => transfer(line, pool).id,
    ),
    kind: member(TRANSFER_KINDS.schema("The purpose of the transfer."), (line, pool) =>
      TRANSFER_KINDS.get(transfer(line, pool).kind),
    ),
    amount: member(
      moneySchema("Positive for money into the prize pool, negative for money out of it."),
      (line, pool) => toMajor(transfer(line, pool).minorUnits, exponentOf(pool.game)),
    ),
    createdAt: moment(
      "When the transfer was made, in real time.",
      (line) => line.transfer?.createTime,
    ),
    seal: integer("The number of the seal that covers this line.", (line) => line.sealNumber),
    text: text(
      "The sealed text of the line, without the line feed at its end.",
      (line) => line.text,
    ),
  },
);

export const Seal = resource<SealMessage>()(
  "Seal",
  "A seal that covers a range of prize pool transfers. Each seal includes the digest of the previous one.",
  {
    number: 1,
    lines: 1,
    digest: "51c41d4dce7f3fec582b67d47d0013ba472b349a701444ed8fda4b37777c7b05",
    createdAt: "2030-05-01T18:10:00.120Z",
  },
  {
    number: integer("The number of the seal, starting at 1.", ({ number }) => number),
    lines: integer("The number of lines that the seal covers.", ({ transfers }) => transfers),
    digest: member(
      Type.String({
        pattern: "^[0-9a-f]{64}$",
        description:
          "The SHA-256 digest of the previous digest and the lines of the seal. For the first seal, the id of the account takes the place of the previous digest.",
      }),
      ({ digest }) => Buffer.from(digest).toString("hex"),
    ),
    createdAt: moment("When the seal was created.", ({ createTime }) => createTime),
  },
);
