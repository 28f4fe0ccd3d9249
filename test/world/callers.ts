import { transaction } from "@tms/kit/database/transaction";
import { newId } from "@tms/kit/values/ids";
import type { IssueApiKeyRequest } from "@tms/proto/tms/game/v1/game";
import { Role } from "@tms/proto/tms/game/v1/member";
import { insertAccount } from "../../services/identity/src/db/accounts.ts";
import { grantFirst, openSession } from "../../services/identity/src/sessions.ts";
import { apiOf, type Api } from "../harness/api.ts";
import { newEmail, PASSWORD, type TestPerson } from "../harness/people.ts";
import { callerAs, type Caller } from "../harness/team.ts";
import { createGame, type GameSettings } from "./actions.ts";
import type { WorldGateway } from "./gateway.ts";
import type { World } from "./world.ts";

type Place = Pick<WorldGateway, "url" | "world">;

/** The settings of a new API key. */
export type KeySettings = Partial<Pick<IssueApiKeyRequest, "name" | "scopes" | "ipRanges">>;

/** Calls the public API in an environment, with a new key. */
export async function apiIn({ url, world }: Place, gameId: string, settings: KeySettings = {}) {
  const request = { requestId: newId(), gameId, name: `Key ${newId()}`, ...settings };
  const { secret } = await world.game.issueApiKey(request);
  return apiOf(url, { gameId, apiKey: secret });
}

/** Creates a game, and calls the public API in its live environment. */
export async function createApi(place: Place, settings: GameSettings = {}): Promise<Api> {
  return await apiIn(place, (await createGame(place.world, settings)).gameId);
}

/** Creates a game, and calls the public API in both of its environments. */
export async function createEnvironments(place: Place, settings: GameSettings = {}) {
  const { gameId, testGameId } = await createGame(place.world, settings);
  const [live, testing] = [await apiIn(place, gameId), await apiIn(place, testGameId)];
  return { live, testing };
}

/** A person with an account and a session. */
export interface Person extends Caller {
  sessionId: string;
}

/** Makes an account with the usual password, and opens a session of it. */
export async function openAccount(
  { contexts: { identity } }: World,
  name = "Ada",
): Promise<TestPerson & { sessionId: string }> {
  const passwordHash = await identity.hasher.hash(PASSWORD);
  const account = { id: newId(), name, email: newEmail(), passwordHash };
  const opened = await transaction(identity.db, "identity.verify-email", async (tx) => {
    await insertAccount(tx, account);
    return await openSession(tx, { userId: account.id }, "browser", { address: "", agent: "" });
  });
  const sessionId = opened?.session.id ?? "";
  const { accessToken, refreshToken } = await grantFirst(identity, sessionId);
  return { id: account.id, email: account.email, accessToken, refreshToken, sessionId };
}

/** Signs a new person in. */
export async function createPerson({ url, world }: Place, name?: string): Promise<Person> {
  const person = await openAccount(world, name);
  return { ...callerAs(url, person), sessionId: person.sessionId };
}

/** Makes a person a member of the game that an environment belongs to. */
export async function addMember({ member }: World, gameId: string, userId: string, role: Role) {
  const { token } = await member.issueInvitation({ requestId: newId(), gameId, role });
  await member.acceptInvitation({ requestId: newId(), token, userId });
}

/** A game and its people. */
export interface Team {
  /** The id of the game. The other ids are those of its environments. */
  id: string;
  live: string;
  testing: string;
  owner: Person;
  /** Signs a new member in. */
  member(role: Role): Promise<Person>;
}

/** Creates a game of a new person. */
export async function createTeam(place: Place, settings: GameSettings = {}): Promise<Team> {
  const { world } = place;
  const owner = await createPerson(place);
  const { gameId, testGameId } = await createGame(world, { ...settings, ownerId: owner.id });
  const { game } = await world.game.getGame({ gameId });
  return {
    id: game?.projectId ?? "",
    live: gameId,
    testing: testGameId,
    owner,
    async member(role) {
      const person = await createPerson(place);
      await addMember(world, gameId, person.id, role);
      return person;
    },
  };
}
