import { connectTo } from "@tms/kit/rpc/client";
import { newId } from "@tms/kit/values/ids";
import { invitationLink } from "@tms/kit/values/secret";
import { GameService, type Payer } from "@tms/proto/tms/game/v1/game";
import { MemberService, Role } from "@tms/proto/tms/game/v1/member";
import { createTms } from "@tms/sdk";
import { readTexts, writePrivately } from "../folder/folder.ts";

export interface GameAccess {
  gameId: string;
  apiKey: string;
}

export interface Place {
  urls: { game: string };
  token: string;
}

/** Returns the game and its key from a file. Creates a game if the file has no key or the key is rejected. */
export async function demoGame(
  place: Place & { gatewayUrl: string },
  file: string,
): Promise<GameAccess> {
  const { gameId, apiKey } = await readTexts(file);
  if (gameId !== undefined && apiKey !== undefined && (await isKnown(place.gatewayUrl, apiKey)))
    return { gameId, apiKey };
  const access = await createGame(place, "Demo Game");
  await writePrivately(file, JSON.stringify(access));
  return access;
}

async function isKnown(gatewayUrl: string, apiKey: string): Promise<boolean> {
  const { status } = await fetch(`${gatewayUrl}/account`, { headers: { "x-api-key": apiKey } });
  // With 403, the key is valid, but its owner has limited it to other addresses.
  if (status === 200 || status === 403) return true;
  if (status === 401) return false;
  const call = "GET /account with the API key of the demo game";
  throw new Error(`The gateway answered status ${status} to ${call}`);
}

export interface GameTerms {
  platformFeeBps?: number;
  creditLimitMinorUnits?: bigint;
  payer?: Payer;
  currency?: { code: string; exponent: number };
}

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

/** The number of earlier links that stay valid. Each start adds one. A game can have 50 open invitations. */
const MAX_KEPT = 9;

/**
 * Creates an invitation to own a game that has no members yet, and returns its link. Returns undefined if
 * the game has members. Withdraws the oldest links of earlier starts.
 */
export async function inviteFirstOwner(
  { urls, token }: Place,
  publicUrl: string,
  gameId: string,
): Promise<string | undefined> {
  const games = connectTo(GameService, urls.game, token);
  const members = connectTo(MemberService, urls.game, token);
  const { game } = await games.getGame({ gameId });
  const projectId = game?.projectId ?? "";
  const team = await members.listMembers({ projectId });
  if (team.members.length > 0) return undefined;
  const links = team.invitations.filter(({ email }) => email === "");
  for (const { id: invitationId } of links.slice(MAX_KEPT))
    await members.withdrawInvitation({ requestId: newId(), projectId, invitationId });
  const made = await members.issueInvitation({ requestId: newId(), gameId, role: Role.OWNER });
  return invitationLink(publicUrl, made.token);
}

const DAY_MS = 86_400_000;
const GAMERS = ["ada", "grace", "alan", "edsger", "barbara", "donald", "margaret", "tony"];

/** Creates a paid and an open tournament in an empty game, so that the dashboard has data. */
export async function firstTournaments({
  baseUrl,
  apiKey,
  gameId,
}: GameAccess & { baseUrl: string }): Promise<void> {
  const tms = createTms({ baseUrl, apiKey });
  if ((await tms.tournaments.list().page({ limit: 1 })).tournaments.length > 0) return;

  async function play(name: string, durationMs: number, gamers: readonly string[]) {
    const now = Date.now();
    const { tournament } = await tms.tournaments.create({
      game: gameId,
      name,
      description: "An example tournament",
      entryFee: 2.5,
      startTime: new Date(now).toISOString(),
      endTime: new Date(now + durationMs).toISOString(),
      prizeSplit: [50, 30, 20],
    });
    await tms.tournaments.publish(tournament.id);
    await Promise.all(gamers.map((gamer) => tms.entries.join(tournament.id, gamer)));
    return tournament.id;
  }

  const paidOut = await play("First Evening", DAY_MS, GAMERS);
  for (const gamer of GAMERS.slice(1).toReversed()) await tms.entries.eliminate(paidOut, gamer);
  await tms.tournaments.complete(paidOut);
  await play("Open House", 7 * DAY_MS, GAMERS.slice(0, 3));
}
