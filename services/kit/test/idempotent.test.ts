import { create } from "@bufbuild/protobuf";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Db, Tx } from "@tms/kit/database/handle";
import { newId } from "@tms/kit/values/ids";
import { stage } from "@tms/kit/database/outbox";
import { idempotent } from "@tms/kit/database/idempotent";
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
import { startDatabase } from "./database.ts";

let db: Db;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ db, drop } = await startDatabase());
});
afterAll(() => drop?.());

const requestOf = (requestId: string, floorMinorUnits = 0n) =>
  create(OpenAccountRequestSchema, {
    requestId,
    ref: { gameId: "game", type: AccountType.GAME, ownerId: "owner" },
    currency: "USD",
    floorMinorUnits,
  });

/** Work whose one effect is a message of the topic given, and whose answers differ each time. */
const effect = (topic: string) => async (tx: Tx) => {
  await stage(tx, topic, {});
  return create(OpenAccountResponseSchema, { account: { id: newId() } });
};
const effects = async (topic: string) =>
  (await db.$client.query(`SELECT 1 FROM outbox WHERE topic = $1`, [topic])).rowCount;
const OPEN_ACCOUNT = {
  faultPoint: "wallet.open-account",
  method: WalletService.method.openAccount,
} as const;
const call = (request: ReturnType<typeof requestOf>, work: ReturnType<typeof effect>) =>
  idempotent(db, { ...OPEN_ACCOUNT, request }, work);

describe("a mutation", () => {
  test("repeated has its first answer and no second effect", async () => {
    const [requestId, topic] = [newId(), newId()];
    const first = await call(requestOf(requestId), effect(topic));
    expect(await call(requestOf(requestId), effect(topic))).toEqual(first);
    expect(await effects(topic)).toBe(1);
  });

  test("under a used id with other content is refused", async () => {
    const [requestId, topic] = [newId(), newId()];
    await call(requestOf(requestId), effect(topic));
    const other = call(requestOf(requestId, -1n), effect(topic));
    await expect(other).rejects.toMatchObject({ reason: "REQUEST_ID_REUSED" });
    expect(await effects(topic)).toBe(1);
  });

  test("under an id used for another method is refused", async () => {
    const [requestId, topic] = [newId(), newId()];
    const request = requestOf(requestId);
    await call(request, effect(topic));
    const other = idempotent(
      db,
      {
        faultPoint: "game.create",
        method: GameService.method.createGame,
        request: create(CreateGameRequestSchema, { requestId, name: "Chess" }),
      },
      async () => create(CreateGameResponseSchema),
    );
    await expect(other).rejects.toMatchObject({ reason: "REQUEST_ID_REUSED" });
  });

  test("repeated many times at once has one effect and one answer", async () => {
    const [requestId, topic] = [newId(), newId()];
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => call(requestOf(requestId), effect(topic))),
    );
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(await effects(topic)).toBe(1);
  });

  test("that fails leaves nothing, so that its repeat does the work", async () => {
    const [requestId, topic] = [newId(), newId()];
    const failing = call(requestOf(requestId), async (tx) => {
      await effect(topic)(tx);
      throw new Error("broken");
    });
    await expect(failing).rejects.toThrow("broken");
    expect(await effects(topic)).toBe(0);
    await call(requestOf(requestId), effect(topic));
    expect(await effects(topic)).toBe(1);
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
