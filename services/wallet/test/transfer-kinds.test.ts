import type { Pool } from "@tms/kit/database/pool";
import fc from "fast-check";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { violatedConstraint } from "@tms/kit/database/errors";
import { newId } from "@tms/kit/values/ids";
import { accountType, type AccountType } from "../src/db/tables.ts";
import { ACCOUNT_TYPES, TRANSFER_KINDS } from "../src/words.ts";
import { connectRaw } from "./raw.ts";
import { describeMovement, isAllowed, MOVEMENTS, type Movement } from "./transfer-kinds.ts";
import {
  itemOf,
  makeTransfer,
  remoteErrorOf,
  startWallet,
  type Ref,
  type WalletUnderTest,
} from "./service.ts";

let service: WalletUnderTest;
/** The database as its owner, whom no missing right holds back, and as the wallet's own role. */
let admin: Pool;
let role: Pool;
beforeAll(async () => {
  service = await startWallet();
  admin = connectRaw(service.database.adminUrl);
  role = connectRaw(service.database.urlFor("wallet"));
});
afterAll(async () => {
  await role?.end();
  await admin?.end();
  await service?.close();
});

const RICH = 1_000_000n;

/** Two accounts of each type, in a game of their own, all of them rich. */
async function richAccounts() {
  const gameId = newId();
  const types = accountType.enumValues.flatMap((type) => [type, type]);
  const ids = types.map(() => newId());
  await admin.query(
    `INSERT INTO wallet.account
       (id, game_id, type, owner_id, currency, floor_minor, balance_minor)
     SELECT id, $2, type, gen_random_uuid(), 'USD',
       CASE WHEN type NOT IN ('external', 'game') THEN 0 END, $3
     FROM unnest($1::uuid[], $4::wallet.account_type[]) AS new (id, type)`,
    [ids, gameId, RICH, types],
  );
  const ofType = (type: AccountType, which: 0 | 1) => itemOf(ids, types.indexOf(type) + which);
  return {
    gameId,
    /** A movement's two accounts, which are never the same. */
    between: ({ debit, credit }: Movement) => [ofType(debit, 0), ofType(credit, 1)] as const,
  };
}

type Accounts = Awaited<ReturnType<typeof richAccounts>>;

async function insertAs(db: Pool, { gameId, between }: Accounts, movements: readonly Movement[]) {
  const insertion = db.query(
    `INSERT INTO wallet.transfer
       (id, game_id, currency, debit_account_id, credit_account_id, amount_minor, kind)
     SELECT gen_random_uuid(), $1, 'USD', debit, credit, 1, kind
     FROM unnest($2::uuid[], $3::uuid[], $4::wallet.transfer_kind[]) AS new (debit, credit, kind)`,
    [
      gameId,
      movements.map((movement) => between(movement)[0]),
      movements.map((movement) => between(movement)[1]),
      movements.map(({ kind }) => kind),
    ],
  );
  return await insertion.then(() => "made", violatedConstraint);
}

describe("the database", () => {
  test.for([
    ["the wallet's role", () => role],
    ["the owner of everything", () => admin],
  ] as const)("makes for %s what is allowed and nothing else", async ([, db]) => {
    const accounts = await richAccounts();
    for (const movement of MOVEMENTS)
      expect
        .soft(await insertAs(db(), accounts, [movement]), describeMovement(movement))
        .toBe(isAllowed(movement) ? "made" : "transfer_kind_allowed");
  });

  test("makes nothing of a statement in which anything is not allowed", async () => {
    const accounts = await richAccounts();
    const allowed = MOVEMENTS.filter(isAllowed);
    const movement = fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(...allowed) },
      { weight: 1, arbitrary: fc.constantFrom(...MOVEMENTS) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(movement, { minLength: 1, maxLength: 12 }), async (movements) => {
        const outcome = await insertAs(role, accounts, movements);
        expect(outcome).toBe(movements.every(isAllowed) ? "made" : "transfer_kind_allowed");
      }),
      { numRuns: 100 },
    );
    const { rows } = await admin.query<{ others: bigint }>(
      `SELECT count(*) AS others FROM wallet.transfer
       WHERE game_id = $1 AND (kind, debit_account_id, credit_account_id) NOT IN
         (SELECT * FROM unnest($2::wallet.transfer_kind[], $3::uuid[], $4::uuid[]))`,
      [
        accounts.gameId,
        allowed.map(({ kind }) => kind),
        allowed.map((each) => accounts.between(each)[0]),
        allowed.map((each) => accounts.between(each)[1]),
      ],
    );
    expect(rows).toEqual([{ others: 0n }]);
  });
});

const isAllowedAt = (movement: Movement, side: "debit" | "credit") =>
  MOVEMENTS.some(
    (other) => other.kind === movement.kind && other[side] === movement[side] && isAllowed(other),
  );

/** Which side of a movement its caller is told is wrong; none when it is allowed. */
const wrongSide = (movement: Movement) =>
  (["debit", "credit"] as const).find((side) => !isAllowedAt(movement, side));

/** The field that a call is refused for, or "accepted", or another reason. */
const refusedField = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => "accepted",
    (error: unknown) => {
      const { reason, fields } = remoteErrorOf(error);
      return reason === "INVALID_ARGUMENT" ? String(fields[0]?.field) : reason;
    },
  );

describe("the service", () => {
  const game = { gameId: newId() };
  const refs = ({ debit, credit }: Movement): { debit: Ref; credit: Ref } => ({
    debit: { ...game, type: ACCOUNT_TYPES.value(debit), ownerId: newId() },
    credit: { ...game, type: ACCOUNT_TYPES.value(credit), ownerId: newId() },
  });
  const spec = (movement: Movement) => ({
    ...refs(movement),
    id: randomUUID(),
    kind: TRANSFER_KINDS.value(movement.kind),
    amount: { currency: "USD", minorUnits: 1n },
  });
  const disbursement = (movement: Movement) => ({
    debit: refs(movement).debit,
    creditType: ACCOUNT_TYPES.value(movement.credit),
    kind: TRANSFER_KINDS.value(movement.kind),
    currency: "USD",
    referenceId: newId(),
    transferIds: [randomUUID()],
    ownerIds: [newId()],
    minorUnits: [1n],
  });
  const deposit = { kind: "deposit", debit: "external", credit: "gamer" } as const;
  const payout = { kind: "payout", debit: "prize_pool", credit: "gamer" } as const;

  test("refuses all else, naming the field, whichever RPC is called", async () => {
    const { wallet } = service;
    for (const movement of MOVEMENTS.filter((each) => !isAllowed(each))) {
      const side = wrongSide(movement);
      const column = side === "debit" ? "debit.type" : "credit_type";
      const batch = { transfers: [spec(deposit), spec(movement)] };
      const disbursements = [disbursement(payout), disbursement(movement)];
      const fields = [
        await refusedField(wallet.batchTransfer(batch)),
        await refusedField(wallet.batchDisburse({ disbursements })),
      ];
      expect
        .soft(fields, describeMovement(movement))
        .toEqual([`transfers[1].${side}.type`, `disbursements[1].${column}`]);
      expect.soft(await service.balance(itemOf(batch.transfers, 0).credit)).toBe(0n);
    }
  });

  test("accepts what is allowed", async () => {
    for (const movement of MOVEMENTS.filter(isAllowed)) {
      const owes = movement.debit === "external" || movement.debit === "game";
      const outcome = await refusedField(makeTransfer(service.wallet, spec(movement)));
      expect
        .soft(outcome, describeMovement(movement))
        .toBe(owes ? "accepted" : "INSUFFICIENT_FUNDS");
    }
  });
});
