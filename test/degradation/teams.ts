import { fromElsewhere, newEmail } from "../harness/people.ts";
import type { Fixture } from "./fixture.ts";
import type { Part } from "./parts.ts";
import { by, get, patch, post, type Request, type Row } from "./row.ts";

// Whose token it is, what they may do there, and the thing itself.
const TEAM: readonly Part[] = ["postgres", "identity", "game"];

/** A request by a person in the environment whose keys they manage. */
function inGame(fixture: Fixture, request: Request): Request {
  const { auth, ...rest } = by(fixture, request);
  return { ...rest, auth: { ...auth, "x-game-id": fixture.people.team.environment } };
}

/** The operations on games, members and keys, and what they cannot do without. */
export const TEAMS: readonly Row[] = [
  {
    operation: "createGame",
    needs: [...TEAM, "wallet"],
    request: (fixture, name) => by(fixture, post("/game/create", { name })),
  },
  {
    operation: "listGames",
    needs: TEAM,
    request: (fixture) => by(fixture, get("/game")),
  },
  {
    operation: "getGame",
    needs: TEAM,
    request: (fixture) => by(fixture, get(fixture.people.team.path)),
  },
  {
    operation: "updateGame",
    needs: TEAM,
    request: (fixture, name) =>
      by(fixture, patch(`${fixture.people.team.toRename}/update`, { name })),
  },
  {
    operation: "resetTestGame",
    needs: [...TEAM, "wallet"],
    request: (fixture) => {
      const { path, name } = fixture.people.team.toReset;
      return by(fixture, post(`${path}/test/reset`, { name }));
    },
  },
  {
    operation: "acceptInvitation",
    needs: TEAM,
    request: (fixture) =>
      by(fixture, post("/invitation/accept", { token: fixture.people.team.token })),
  },
  {
    operation: "listMembers",
    needs: TEAM,
    request: (fixture) => by(fixture, get(`${fixture.people.team.path}/members`)),
  },
  {
    operation: "inviteMember",
    needs: TEAM,
    request: (fixture) => {
      const body = { email: newEmail(), role: "viewer" };
      const request = by(fixture, post(`${fixture.people.team.path}/members/invite`, body));
      // An address may make few of them.
      return { ...request, auth: { ...request.auth, ...fromElsewhere() } };
    },
  },
  {
    operation: "updateMember",
    needs: TEAM,
    request: (fixture) => {
      const { path, toChange } = fixture.people.team;
      return by(fixture, patch(`${path}/members/${toChange}/update`, { role: "developer" }));
    },
  },
  {
    operation: "removeMember",
    needs: TEAM,
    request: (fixture) => {
      const { path, toRemove } = fixture.people.team;
      return by(fixture, patch(`${path}/members/${toRemove}/remove`));
    },
  },
  {
    operation: "withdrawInvitation",
    needs: TEAM,
    request: (fixture) => {
      const { path, toWithdraw } = fixture.people.team;
      return by(fixture, patch(`${path}/invitations/${toWithdraw}/withdraw`));
    },
  },
  {
    operation: "createKey",
    needs: TEAM,
    request: (fixture, name) => inGame(fixture, post("/key/create", { name })),
  },
  {
    operation: "listKeys",
    needs: TEAM,
    request: (fixture) => inGame(fixture, get("/key")),
  },
  {
    operation: "updateKey",
    needs: TEAM,
    request: (fixture) =>
      inGame(fixture, patch(`/key/${fixture.people.team.keys.toUpdate}/update`, { name: "other" })),
  },
  {
    operation: "rollKey",
    needs: TEAM,
    request: (fixture) =>
      inGame(
        fixture,
        post(`/key/${fixture.people.team.keys.toRoll}/roll`, { graceSeconds: 3_600 }),
      ),
  },
  {
    operation: "revokeKey",
    needs: TEAM,
    request: (fixture) =>
      inGame(fixture, patch(`/key/${fixture.people.team.keys.toRevoke}/revoke`)),
  },
];
