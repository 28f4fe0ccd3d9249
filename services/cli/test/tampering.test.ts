import { newId } from "@tms/kit/values/ids";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { checkInvariants } from "../src/invariants.ts";
import { play, type Played } from "./played.ts";

let played: Played;
beforeEach(async () => {
  played = await play();
  // As the administrator, whom neither rights nor the trigger hold back.
  await change("ALTER TABLE wallet.transfer DISABLE TRIGGER transfer_posts");
});
afterEach(() => played.close());

const change = (sql: string, ...values: unknown[]) => played.admin.query(sql, values);

const SEALS = "every seal is the digest of its transfers and of the seal before it";
const HEADS = "every account's head is its last seal, and no transfer is left unsealed";

async function broken(): Promise<string[]> {
  const results = await checkInvariants(played.admin);
  return results.filter(({ findings }) => findings.length > 0).map(({ promise }) => promise);
}

/** The transfers of the paid tournament's journal, first to last: two fees, a payout, the platform's. */
async function journal(): Promise<string[]> {
  const { rows } = await change(
    `SELECT id FROM wallet.transfer WHERE reference_id = $1 ORDER BY sequence`,
    played.paid.id,
  );
  return rows.map((row: { id: string }) => row.id);
}

const ELSEWHERE = "(SELECT id FROM wallet.account WHERE type = 'external')";

/** Gives a fee one kind, and a payout another. */
const kindBecomes = (ofFee: string, ofPayout: string) =>
  `kind = CASE kind WHEN 'entry_fee' THEN '${ofFee}'::wallet.transfer_kind ELSE '${ofPayout}' END`;

describe("the audit finds a transfer of which somebody changed", () => {
  test.for([
    ["the id", "id = gen_random_uuid()"],
    ["the amount", "amount_minor = amount_minor + 1"],
    ["the account debited", `debit_account_id = ${ELSEWHERE}`],
    ["the account credited", `credit_account_id = ${ELSEWHERE}`],
    ["the kind", kindBecomes("withdrawal", "refund")],
    ["the journal it stands in", kindBecomes("deposit", "withdrawal")],
    ["the reference", "reference_id = gen_random_uuid()"],
    ["the time", "created_at = created_at - interval '1 millisecond'"],
  ])("%s", async ([, set]) => {
    expect(await broken()).toEqual([]);
    const [fee, , payout] = await journal();
    await change(`UPDATE wallet.transfer SET ${set} WHERE id = $1`, fee);
    expect(await broken()).toContain(SEALS);
    await change(`UPDATE wallet.transfer SET ${set} WHERE id = $1`, payout);
    expect(await broken()).toContain(SEALS);
  });
});

/** Copies a transfer under another id, and at a sequence of choice. */
const copy = (id: string | undefined, sequence: string) =>
  change(
    `INSERT INTO wallet.transfer (id, sequence, game_id, currency, debit_account_id,
       credit_account_id, amount_minor, kind, reference_id)
     OVERRIDING SYSTEM VALUE SELECT $1, ${sequence}, game_id, currency, debit_account_id,
       credit_account_id, amount_minor, kind, reference_id FROM wallet.transfer WHERE id = $2`,
    newId(),
    id,
  );

const DELETE = "DELETE FROM wallet.transfer WHERE id = $1";
const MOVE = "UPDATE wallet.transfer SET sequence = $2 WHERE id = $1";
const HEAD = "wallet.account.type = 'prize_pool' AND wallet.account.owner_id = $1";
const LAST = `number = seals AND account_id = wallet.account.id AND ${HEAD}`;

describe("the audit finds", () => {
  test.for([0, 1, 2, 3])("transfer %i of a journal removed", async (index) => {
    await change(DELETE, (await journal())[index]);
    expect(await broken()).toContain(SEALS);
  });

  test.for([
    ["before", "-1"],
    ["among", "sequence"],
  ] as const)("a transfer added %s the others", async ([, sequence]) => {
    await copy((await journal())[1], sequence);
    expect(await broken()).toContain(SEALS);
  });

  test("a transfer added at the end", async () => {
    await copy((await journal())[0], "1000000");
    expect(await broken()).toContain(HEADS);
  });

  test("two transfers in exchanged places", async () => {
    const [one, other] = await journal();
    await change("ALTER TABLE wallet.transfer ALTER sequence DROP IDENTITY");
    const { rows } = await change(
      `SELECT sequence FROM wallet.transfer WHERE id IN ($1, $2) ORDER BY sequence`,
      one,
      other,
    );
    await change(MOVE, one, rows[1].sequence);
    await change(MOVE, other, rows[0].sequence);
    expect(await broken()).toEqual([SEALS]);
  });

  test("the end of a journal removed with its seal", async () => {
    await change(DELETE, (await journal())[3]);
    await change(`DELETE FROM wallet.seal USING wallet.account WHERE ${LAST}`, played.paid.id);
    const found = await broken();
    expect(found).toContain(HEADS);
    expect(found).not.toContain(SEALS);
  });

  test("a head that was changed", async () => {
    await change(
      `UPDATE wallet.account SET seal_digest = sha256('forged') WHERE ${HEAD}`,
      played.paid.id,
    );
    expect(await broken()).toEqual([HEADS]);
  });

  test("a seal that was changed, though the head was changed with it", async () => {
    await change(
      `UPDATE wallet.seal SET digest = sha256('forged') FROM wallet.account WHERE ${LAST}`,
      played.paid.id,
    );
    await change(
      `UPDATE wallet.account SET seal_digest = sha256('forged') WHERE ${HEAD}`,
      played.paid.id,
    );
    expect(await broken()).toEqual([SEALS]);
  });

  test("a whole journal that lost its seals", async () => {
    await change(`DELETE FROM wallet.seal`);
    expect(await broken()).toEqual([HEADS]);
  });
});
