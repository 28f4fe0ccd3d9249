import { randomUUID } from "node:crypto";
import type { MessageInitShape } from "@bufbuild/protobuf";
import type { Client } from "@connectrpc/connect";
import { newId } from "@tms/kit/ids";
import { serveForTest, testDatabase, type TestDatabase } from "@tms/kit/testing";
import {
  AccountType,
  TransferKind,
  WalletService,
  type TransferSpecSchema,
} from "@tms/proto/tms/wallet/v1/wallet";
import { createContext } from "../src/context.ts";
import { routes } from "../src/routes.ts";

/** A wallet service on a database of its own, and a client of it. */
export interface WalletUnderTest {
  database: TestDatabase;
  wallet: Client<typeof WalletService>;
  close(): Promise<void>;
}

export async function startWallet(given?: TestDatabase): Promise<WalletUnderTest> {
  const database = given ?? (await testDatabase());
  const service = await serveForTest((log, closing) => {
    const config = { database: { url: database.urlFor("wallet"), poolSize: 4 } };
    const context = createContext(config, log, closing);
    return { services: [WalletService], routes: routes(context), ready: async () => true };
  });
  return {
    database,
    wallet: service.client(WalletService),
    async close() {
      await service.close();
      if (!given) await database.drop();
    },
  };
}

/** A game of its own for a test, with the accounts it moves money between. */
export function newGame() {
  const gameId = newId();
  const ref = (type: AccountType, ownerId: string) => ({ gameId, type, ownerId });
  return {
    gameId,
    external: ref(AccountType.EXTERNAL, gameId),
    game: ref(AccountType.GAME, gameId),
    gamer: (id: string = newId()) => ref(AccountType.GAMER, id),
    pool: (id: string = newId()) => ref(AccountType.PRIZE_POOL, id),
  };
}

type Spec = MessageInitShape<typeof TransferSpecSchema>;
type Ref = { gameId: string; type: AccountType; ownerId: string };

/** A transfer of an amount in cents between two accounts. */
export function transferOf(debit: Ref, credit: Ref, cents: bigint, more: Partial<Spec> = {}): Spec {
  return {
    id: randomUUID(),
    debit,
    credit,
    amount: { currency: "USD", minorUnits: cents },
    kind: TransferKind.DEPOSIT,
    ...more,
  };
}
