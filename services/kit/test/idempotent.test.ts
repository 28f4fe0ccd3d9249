import { create } from "@bufbuild/protobuf";
import type { Tx } from "@tms/kit/database/handle";
import { once } from "@tms/kit/database/idempotent";
import { stage } from "@tms/kit/database/outbox";
import { DomainError } from "@tms/kit/errors/domain-error";
import { derivedId, newId } from "@tms/kit/values/ids";
import {
  CreateGameRequestSchema,
  CreateGameResponseSchema,
  GameService,
} from "@tms/proto/tms/game/v1/game";
import {
  AccountType,
  OpenAccountRequestSchema,
  OpenAccountResponseSchema,
  WalletService,
} from "@tms/proto/tms/wallet/v1/wallet";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { databaseOfFile } from "./database.ts";

const { db } = await databaseOfFile();

const requestOf = (requestId: string) =>
  create(OpenAccountRequestSchema, {
    requestId,
    ref: { gameId: "game", type: AccountType.GAME, ownerId: "owner" },
    currency: "USD",
  });

/** Work whose one effect is a message of the topic given, and whose answers differ each time. */
const effect = (topic: string) => async (tx: Tx) => {
  await stage(tx, topic, {});
  return create(OpenAccountResponseSchema, { account: { id: newId() } });
};
const effects = async (topic: string) =>
  (await db.$client.query(`SELECT 1 FROM outbox WHERE topic = $1`, [topic])).rowCount;
const OPEN_ACCOUNT = { method: WalletService.method.openAccount, requestHeader: new Headers() };
const call = (request: ReturnType<typeof requestOf>, work: ReturnType<typeof effect>) =>
  once(db, "wallet.open-account", OPEN_ACCOUNT, request, work);

// The model has all else that a mutation promises.
describe("a mutation", () => {
  test("under an id used for another method is refused", async () => {
    const [requestId, topic] = [newId(), newId()];
    const request = requestOf(requestId);
    await call(request, effect(topic));
    const other = once(
      db,
      "game.create",
      { ...OPEN_ACCOUNT, method: GameService.method.createGame },
      create(CreateGameRequestSchema, { requestId, name: "Chess" }),
      async () => create(CreateGameResponseSchema),
    );
    await expect(other).rejects.toMatchObject({ reason: "REQUEST_ID_REUSED" });
  });

  test("waiting for another that fails does the work itself", async () => {
    const [requestId, topic] = [newId(), newId()];
    const [entered, leave] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const failing = call(requestOf(requestId), async () => {
      entered.resolve();
      await leave.promise;
      throw new Error("broken");
    });
    await entered.promise;
    const waiting = call(requestOf(requestId), effect(topic));
    leave.resolve();
    await expect(failing).rejects.toThrow("broken");
    await waiting;
    expect(await effects(topic)).toBe(1);
  });
});

const calls = fc.record({
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
    fc.asyncProperty(fc.array(calls, { minLength: 1, maxLength: 12 }), async (made) => {
      const [run, model] = [newId(), new OnceModel()];
      for (const [index, asked] of made.entries()) {
        const request = create(OpenAccountRequestSchema, {
          requestId: derivedId(run, String(asked.key)),
          ref: { gameId: run, type: AccountType.GAME, ownerId: run },
          currency: "USD",
          floorMinorUnits: BigInt(-asked.content),
        });
        const fresh = derivedId(run, "answer", String(index));
        const make = async () => {
          const response = await call(request, async (tx) => {
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
