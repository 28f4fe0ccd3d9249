import { readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { connectTo } from "@tms/kit/rpc/client";
import { newId } from "@tms/kit/values/ids";
import { GameService, type Payer } from "@tms/proto/tms/game/v1/game";
import { folderFailure, leaveToOwner } from "../folder/folder.ts";

/** A game and the API key its backend uses. */
export interface GameAccess {
  gameId: string;
  apiKey: string;
}

/**
 * The game to try things out with. Its key is shown once by the service, so it is kept in a
 * file only its owner can read; when the gateway does not know it any more, another is made.
 */
export async function demoGame(
  at: Place & { gatewayUrl: string },
  file: string,
): Promise<GameAccess> {
  const kept = await readAccess(file);
  if (kept !== undefined && (await isKnown(at.gatewayUrl, kept))) return kept;
  const access = await createGame(at, "Demo Game");
  await keepAccess(access, file);
  return access;
}

/** Leaves the access in a file of the data folder, to be read by that folder's owner alone. */
export async function keepAccess(access: GameAccess, file: string): Promise<void> {
  const folder = dirname(file);
  try {
    await writeFile(file, JSON.stringify(access), { mode: 0o600 });
    leaveToOwner(folder, [file]);
  } catch (error) {
    throw folderFailure(folder, error);
  }
}

async function isKnown(gatewayUrl: string, { apiKey }: GameAccess): Promise<boolean> {
  const { status } = await fetch(`${gatewayUrl}/account`, { headers: { "x-api-key": apiKey } });
  if (status === 200 || status === 401) return status === 200;
  throw new Error(
    `The gateway answered status ${status} to GET /account with the API key of the demo game`,
  );
}

/** Where games are made, and by whose leave. */
export interface Place {
  urls: { game: string };
  token: string;
}

/** The settings of a game; see the proto. */
export interface GameTerms {
  platformFeeBps?: number;
  creditLimitMinorUnits?: bigint;
  payer?: Payer;
  currency?: { code: string; exponent: number };
}

/** Creates a game, and a key of its live environment. */
export async function createGame(
  { urls, token }: Place,
  name: string,
  terms: GameTerms = {},
): Promise<GameAccess> {
  const games = connectTo(GameService, urls.game, token);
  const { game } = await games.createGame({ requestId: newId(), name, ...terms });
  const gameId = game?.id ?? "";
  const { secret } = await games.issueApiKey({ requestId: newId(), gameId });
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
