import { create } from "@bufbuild/protobuf";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Db } from "@tms/kit/database/handle";
import { DomainError } from "@tms/kit/errors/domain-error";
import { derivedId, newId } from "@tms/kit/values/ids";
import { stage } from "@tms/kit/database/outbox";
import { idempotent } from "@tms/kit/database/idempotent";
import {
  AccountType,
  OpenAccountRequestSchema,
  OpenAccountResponseSchema,
  WalletService,
} from "@tms/proto/tms/wallet/v1/wallet";
import { startDatabase } from "./database.ts";

let db: Db;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ db, drop } = await startDatabase());
});
afterAll(() => drop?.());

const call = fc.record({
  key: fc.nat(3),
  content: fc.nat(1),
  /** Its work is refused, or breaks off, after it had its effect. */
  ends: fc.constantFrom("well", "well", "refused", "broken"),
  /** How often it is made at once. */
  copies: fc.integer({ min: 1, max: 3 }),
});

/** Mutations in the fewest words: what succeeded first under a key is the answer for good. */
class OnceModel {
  effects = 0;
  private readonly answers = new Map<number, { content: number; answer: string }>();

  make({ key, content, ends }: { key: number; content: number; ends: string }, fresh: string) {
    const known = this.answers.get(key);
    if (known) return known.content === content ? known.answer : "REQUEST_ID_REUSED";
    if (ends !== "well") return ends;
    this.effects++;
    this.answers.set(key, { content, answer: fresh });
    return fresh;
  }
}

test("mutations have the answers and effects of their model, repeated and at once", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(call, { minLength: 1, maxLength: 12 }), async (calls) => {
      const [run, model] = [newId(), new OnceModel()];
      for (const [index, asked] of calls.entries()) {
        const request = create(OpenAccountRequestSchema, {
          requestId: derivedId(run, String(asked.key)),
          ref: { gameId: run, type: AccountType.GAME, ownerId: run },
          currency: "USD",
          floorMinorUnits: BigInt(-asked.content),
        });
        const fresh = derivedId(run, "answer", String(index));
        const make = async () => {
          const schemas = {
            faultPoint: "wallet.open-account" as const,
            method: WalletService.method.openAccount,
          };
          const response = await idempotent(db, { ...schemas, request }, async (tx) => {
            await stage(tx, run, {});
            if (asked.ends === "refused") throw new DomainError("ACCOUNT_CLOSED", "refused");
            if (asked.ends === "broken") throw new Error("broken");
            return create(OpenAccountResponseSchema, { account: { id: fresh } });
          });
          return response.account?.id;
        };
        const outcomes = await Promise.all(
          Array.from({ length: asked.copies }, () =>
            make().catch((error: Error) =>
              error instanceof DomainError && error.message !== "refused"
                ? error.reason
                : error.message,
            ),
          ),
        );
        const expected = model.make(asked, fresh);
        expect(outcomes).toEqual(outcomes.map(() => expected));
        const { rowCount } = await db.$client.query(`SELECT 1 FROM outbox WHERE topic = $1`, [run]);
        expect(rowCount).toBe(model.effects);
      }
    }),
    { numRuns: 40 },
  );
});
