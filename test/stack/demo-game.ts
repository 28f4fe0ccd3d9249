import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { digestApiKey } from "@tms/kit/api-key";
import { connectTo } from "@tms/kit/client";
import { refusedFor } from "@tms/kit/errors";
import { newId } from "@tms/kit/ids";
import { GameService, KeyMode, type Payer } from "@tms/proto/tms/game/v1/game";

/** A game and the API key its backend uses. */
export interface GameAccess {
  gameId: string;
  apiKey: string;
}

/**
 * The game to try things out with. Its key is shown once by the service, so it is kept in a
 * file only its owner can read; when the database does not know it any more, another is made.
 */
export async function demoGame(gameUrl: string, file: string): Promise<GameAccess> {
  const games = connectTo(GameService, gameUrl);
  const kept = await readAccess(file);
  if (kept !== undefined) {
    try {
      await games.authenticateApiKey({ digest: digestApiKey(kept.apiKey) });
      return kept;
    } catch (error) {
      if (!refusedFor(error, "API_KEY_INVALID")) throw error;
    }
  }
  const access = await createGame(gameUrl, "Demo Game");
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(access), { mode: 0o600 });
  return access;
}

/** What may be set about a game; see the proto. */
export interface GameTerms {
  platformFeeBps?: number;
  creditLimitMinorUnits?: bigint;
  payer?: Payer;
  currency?: { code: string; exponent: number };
}

/** Creates a game with a test key. */
export async function createGame(
  gameUrl: string,
  name: string,
  terms: GameTerms = {},
): Promise<GameAccess> {
  const games = connectTo(GameService, gameUrl);
  const { game } = await games.createGame({ requestId: newId(), name, ...terms });
  const gameId = game?.id ?? "";
  const { secret } = await games.issueApiKey({ requestId: newId(), gameId, mode: KeyMode.TEST });
  return { gameId, apiKey: secret };
}

async function readAccess(file: string): Promise<GameAccess | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(file, "utf8"));
    return isAccess(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const isAccess = (value: unknown): value is GameAccess =>
  typeof value === "object" &&
  value !== null &&
  "gameId" in value &&
  typeof value.gameId === "string" &&
  "apiKey" in value &&
  typeof value.apiKey === "string";
