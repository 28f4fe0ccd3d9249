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
        kind: kind("The kind of the accounts."),
        balance: money(
          "The total balance of all accounts of this kind. The balance of `outside` is negative for money that came in.",
        ),
      }),
      { description: "The total balance of each kind of account." },
    ),
    sum: money("The sum of all balances. It is always 0."),
    asOf: dateTime("The time of the balances, at most ten seconds ago."),
  },
  {
    $id: "Ledger",
    examples: [EXAMPLES.Ledger],
    description: "The total balances of an environment, by kind of account.",
  },
);
export type LedgerJson = Static<typeof LedgerSchema>;

export const LedgerAccountSchema = Type.Object(
  {
    id: id("The id of the account."),
    kind: kind("The kind of the account."),
    owner: id("The id of the gamer, tournament or environment that owns the account."),
    currency,
    balance: money("The balance of the account."),
    createdAt: dateTime("When the account was opened."),
    closedAt: nullable(dateTime("When the account was closed. Null while it is open.")),
  },
  {
    $id: "LedgerAccount",
    examples: [EXAMPLES.LedgerAccount],
    description: "An account of an environment's ledger.",
  },
);
export type LedgerAccountJson = Static<typeof LedgerAccountSchema>;

export const LedgerReply = Type.Object(
  { ledger: ref(LedgerSchema) },
  { description: "The ledger totals." },
);
export const ListAccountsQuery = closed({
  type: Type.Optional(kind("Returns only accounts of this kind.")),
  ...pageQuery(1_000, 50),
});
export const AccountListReply = Type.Object(
  {
    accounts: Type.Array(ref(LedgerAccountSchema), { description: "The accounts on this page." }),
    nextCursor,
  },
  { description: "A page of the accounts, grouped by kind." },
);
export const accountParams = closed({ accountId: id("The id of the account.") });
