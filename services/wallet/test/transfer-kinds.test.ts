import type { Pool } from "@tms/kit/database/pool";
import fc from "fast-check";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { violatedConstraint } from "@tms/kit/database/errors";
import { toRemoteError } from "@tms/kit/errors/status";
import { newId } from "@tms/kit/values/ids";
import { AccountType, TransferKind } from "@tms/proto/tms/wallet/v1/wallet";
import { connectRaw } from "./raw.ts";
import { describeMovement, makesSense, MOVEMENTS, type Movement } from "./transfer-kinds.ts";
import { itemOf, startWallet, type Ref, type WalletUnderTest } from "./service.ts";

let under: WalletUnderTest;
/** The database as its owner, whom no missing right holds back, and as the wallet's own role. */
let admin: Pool;
let role: Pool;
beforeAll(async () => {
  under = await startWallet();
  admin = connectRaw(under.database.adminUrl);
  role = connectRaw(under.database.urlFor("wallet"));
});
afterAll(async () => {
  await role?.end();
  await admin?.end();
  await under?.close();
});

const RICH = 1_000_000n;

/** Two accounts of each type, in a game of their own, all of them rich. */
async function richAccounts() {
  const gameId = newId();
  const ids = Array.from({ length: 10 }, () => newId());
  await admin.query(
    `INSERT INTO wallet.account
       (id, game_id, type, owner_id, currency, floor_minor, balance_minor)
     SELECT id, $2, (n + 1) / 2, gen_random_uuid(), 'USD', CASE WHEN n > 4 THEN 0 END, $3
     FROM unnest($1::uuid[]) WITH ORDINALITY AS new (id, n)`,
    [ids, gameId, RICH],
  );
  const ofType = (type: AccountType, which: 0 | 1) => itemOf(ids, (type - 1) * 2 + which);
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
     FROM unnest($2::uuid[], $3::uuid[], $4::smallint[]) AS new (debit, credit, kind)`,
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
  ] as const)("makes for %s what makes sense and nothing else", async ([, db]) => {
    const accounts = await richAccounts();
    for (const movement of MOVEMENTS)
      expect
        .soft(await insertAs(db(), accounts, [movement]), describeMovement(movement))
        .toBe(makesSense(movement) ? "made" : "transfer_makes_sense");
  });

  test("makes nothing of a statement in which anything makes no sense", async () => {
    const accounts = await richAccounts();
    const sensible = MOVEMENTS.filter(makesSense);
    const movement = fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(...sensible) },
      { weight: 1, arbitrary: fc.constantFrom(...MOVEMENTS) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(movement, { minLength: 1, maxLength: 12 }), async (movements) => {
        const outcome = await insertAs(role, accounts, movements);
        expect(outcome).toBe(movements.every(makesSense) ? "made" : "transfer_makes_sense");
      }),
      { numRuns: 100 },
    );
    const { rows } = await admin.query<{ senseless: bigint }>(
      `SELECT count(*) AS senseless FROM wallet.transfer
       WHERE game_id = $1 AND (kind, debit_account_id, credit_account_id) NOT IN
         (SELECT * FROM unnest($2::smallint[], $3::uuid[], $4::uuid[]))`,
      [
        accounts.gameId,
        sensible.map(({ kind }) => kind),
        sensible.map((each) => accounts.between(each)[0]),
        sensible.map((each) => accounts.between(each)[1]),
      ],
    );
    expect(rows).toEqual([{ senseless: 0n }]);
  });
});

const isAllowedTo = (movement: Movement, side: "debit" | "credit") =>
  MOVEMENTS.some(
    (other) => other.kind === movement.kind && other[side] === movement[side] && makesSense(other),
  );

/** Which side of a movement is told to its caller as wrong; none when it makes sense. */
const wrongSide = (movement: Movement) =>
  (["debit", "credit"] as const).find((side) => !isAllowedTo(movement, side));

/** The field that a call is refused for, or "accepted", or another reason. */
const refusedField = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => "accepted",
    (error: unknown) => {
      const { reason, fields } = toRemoteError(error);
      return reason === "INVALID_ARGUMENT" ? String(fields[0]?.field) : reason;
    },
  );

describe("the service", () => {
  const game = { gameId: newId() };
  const refs = ({ debit, credit }: Movement): { debit: Ref; credit: Ref } => ({
    debit: { ...game, type: debit, ownerId: newId() },
    credit: { ...game, type: credit, ownerId: newId() },
  });
  const spec = (movement: Movement) => ({
    ...refs(movement),
    id: randomUUID(),
    kind: movement.kind,
    amount: { currency: "USD", minorUnits: 1n },
  });
  const disbursement = (movement: Movement) => ({
    debit: refs(movement).debit,
    creditType: movement.credit,
    kind: movement.kind,
    currency: "USD",
    referenceId: newId(),
    transferIds: [randomUUID()],
    ownerIds: [newId()],
    minorUnits: [1n],
  });
  const { EXTERNAL, PRIZE_POOL, GAMER } = AccountType;
  const deposit = { kind: TransferKind.DEPOSIT, debit: EXTERNAL, credit: GAMER };
  const payout = { kind: TransferKind.PAYOUT, debit: PRIZE_POOL, credit: GAMER };

  test("refuses all else, naming the field, whichever way it is asked", async () => {
    const { wallet } = under;
    for (const movement of MOVEMENTS.filter((each) => !makesSense(each))) {
      const side = wrongSide(movement);
      const column = side === "debit" ? "debit.type" : "credit_type";
      const one = { transfer: spec(movement) };
      const batch = { transfers: [spec(deposit), spec(movement)] };
      const disbursements = [disbursement(payout), disbursement(movement)];
      const fields = [
        await refusedField(wallet.transfer(one)),
        await refusedField(wallet.batchTransfer(batch)),
        await refusedField(wallet.disburse(disbursement(movement))),
        await refusedField(wallet.batchDisburse({ disbursements })),
      ];
      expect
        .soft(fields, describeMovement(movement))
        .toEqual([
          `transfer.${side}.type`,
          `transfers[1].${side}.type`,
          column,
          `disbursements[1].${column}`,
        ]);
      expect.soft(await under.balance(itemOf(batch.transfers, 0).credit)).toBe(0n);
    }
  });

  test("takes what makes sense for what it is", async () => {
    for (const movement of MOVEMENTS.filter(makesSense)) {
      const owes = movement.debit === AccountType.EXTERNAL || movement.debit === AccountType.GAME;
      const outcome = await refusedField(under.wallet.transfer({ transfer: spec(movement) }));
      expect
        .soft(outcome, describeMovement(movement))
        .toBe(owes ? "accepted" : "INSUFFICIENT_FUNDS");
    }
  });
});
