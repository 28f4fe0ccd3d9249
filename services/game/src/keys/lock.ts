import type { Tx } from "@tms/kit/database/handle";
import { findApiKey, type ApiKeyRow } from "../db/api-keys.ts";
import { lockGame } from "../db/games.ts";
import { apiKeyEnded, apiKeyNotFound, gameNotFound } from "../errors.ts";

/** A key that works, behind the lock of its environment. */
export async function lockWorkingKey(tx: Tx, gameId: string, keyId: string): Promise<ApiKeyRow> {
  if ((await lockGame(tx, gameId)) === undefined) throw gameNotFound();
  const key = await findApiKey(tx, gameId, keyId);
  if (key === undefined) throw apiKeyNotFound();
  if (key.state === "revoked" || key.state === "expired") throw apiKeyEnded();
  return key;
}
