import { Type, type Static } from "typebox";
import { EXAMPLES } from "../../openapi/examples/examples.ts";
import {
  closed,
  currency,
  dateTime,
  id,
  money,
  nextCursor,
  nullable,
  pageQuery,
  ref,
} from "../../openapi/schemas/fields.ts";

/** The kinds of account that a ledger has. */
export const ACCOUNT_KINDS = ["outside", "game", "gamers", "prizePools", "platform"] as const;

const kind = (description: string) => Type.Enum([...ACCOUNT_KINDS], { description });

export const LedgerSchema = Type.Object(
  {
    currency,
    accounts: Type.Array(
      Type.Object({
        kind: kind("Which accounts."),
        balance: money("What they hold together; negative for what came in from outside."),
      }),
      { description: "One line per kind of account, each summed from its accounts." },
    ),
    sum: money("What all accounts add up to: always 0."),
    asOf: dateTime("As of when, at most ten seconds ago."),
  },
  {
    $id: "Ledger",
    examples: [EXAMPLES.Ledger],
    description: "All money of an environment, by kind of account.",
  },
);
export type LedgerJson = Static<typeof LedgerSchema>;

export const LedgerAccountSchema = Type.Object(
  {
    id: id("Record identifier."),
    kind: kind("The line of the ledger that it counts towards."),
    owner: id("The gamer, tournament or environment that it belongs to."),
    currency,
    balance: money("What it holds."),
    createdAt: dateTime("When it was opened."),
    closedAt: nullable(dateTime("When it was closed; null while it is open.")),
  },
  {
    $id: "LedgerAccount",
    examples: [EXAMPLES.LedgerAccount],
    description: "One account of an environment's ledger.",
  },
);
export type LedgerAccountJson = Static<typeof LedgerAccountSchema>;

export const LedgerReply = Type.Object(
  { ledger: ref(LedgerSchema) },
  { description: "The ledger." },
);
export const ListAccountsQuery = closed({
  type: Type.Optional(kind("Only accounts of this kind.")),
  ...pageQuery(1_000, 50),
});
export const AccountListReply = Type.Object(
  { accounts: Type.Array(ref(LedgerAccountSchema)), nextCursor },
  { description: "A page of the accounts, by kind." },
);
export const accountParams = closed({ accountId: id("Which account.") });
