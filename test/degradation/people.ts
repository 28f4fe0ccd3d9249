import { fromElsewhere, newEmail, PASSWORD } from "../harness/people.ts";
import type { Fixture } from "./fixture.ts";
import type { Part } from "./parts.ts";
import { by, byInGame, get, patch, post, type Request, type Row } from "./row.ts";

const IDENTITY: readonly Part[] = ["postgres", "identity"];

/** A request that needs no credential. */
const open = ({ people }: Fixture, path: string, body: unknown): Request => ({
  ...post(path, body),
  auth: people.from,
});

/** One of which an address may make few, and which do not get in each other's way. */
const limited = (path: string, body: unknown): Request => ({
  ...post(path, body),
  auth: fromElsewhere(),
});

/** The operations of people, and what they cannot do without. */
export const PEOPLE: readonly Row[] = [
  {
    operation: "signUp",
    needs: IDENTITY,
    request: () => limited("/auth/sign-up", { name: "Eve", email: newEmail(), password: PASSWORD }),
  },
  {
    operation: "verifyEmail",
    needs: IDENTITY,
    request: (fixture) => open(fixture, "/auth/verify", fixture.people.toVerify),
  },
  {
    operation: "signIn",
    needs: IDENTITY,
    request: (fixture) =>
      open(fixture, "/auth/sign-in", { email: fixture.people.email, password: PASSWORD }),
  },
  {
    operation: "refreshSession",
    needs: IDENTITY,
    once: true,
    request: (fixture) =>
      open(fixture, "/auth/refresh", { refreshToken: fixture.people.toRefresh.refreshToken }),
  },
  {
    operation: "signOut",
    needs: IDENTITY,
    request: (fixture) =>
      open(fixture, "/auth/sign-out", { refreshToken: fixture.people.toSignOut.refreshToken }),
  },
  {
    operation: "forgotPassword",
    needs: IDENTITY,
    request: () => limited("/auth/password/forgot", { email: newEmail() }),
  },
  {
    operation: "resetPassword",
    needs: IDENTITY,
    request: (fixture) =>
      open(fixture, "/auth/password/reset", {
        token: fixture.people.resetToken,
        password: PASSWORD,
      }),
  },
  {
    operation: "startDeviceCode",
    needs: IDENTITY,
    request: () => limited("/auth/device", {}),
  },
  {
    operation: "exchangeDeviceCode",
    needs: IDENTITY,
    once: true,
    request: (fixture) => open(fixture, "/auth/token", { deviceCode: fixture.people.deviceCode }),
  },
  {
    operation: "approveDeviceCode",
    needs: IDENTITY,
    request: (fixture) =>
      by(fixture, post("/auth/device/approve", { userCode: fixture.people.userCode })),
  },
  {
    operation: "listSigningKeys",
    needs: IDENTITY,
    request: () => ({ ...get("/.well-known/jwks.json"), auth: {} }),
  },
  {
    operation: "getUser",
    needs: IDENTITY,
    request: (fixture) => by(fixture, get("/user")),
  },
  {
    operation: "updateUser",
    needs: IDENTITY,
    request: (fixture, name) => by(fixture, patch("/user/update", { name })),
  },
  {
    operation: "listSessions",
    needs: IDENTITY,
    request: (fixture) => by(fixture, get("/user/sessions")),
  },
  {
    operation: "listTournaments",
    when: "by a person",
    needs: [...IDENTITY, "game", "tournament"],
    request: (fixture) => byInGame(fixture, get("/tournament?status=pending")),
  },
  {
    operation: "getGamer",
    when: "by a person",
    needs: [...IDENTITY, "game", "entry"],
    request: (fixture) => byInGame(fixture, get("/gamer/rich")),
  },
  {
    operation: "listEntries",
    when: "by a person, who does not name the game",
    needs: [...IDENTITY, "game", "tournament", "entry"],
    request: (fixture) => by(fixture, get(`${fixture.paths.toJoin}/entries`)),
  },
  {
    operation: "revokeSession",
    needs: IDENTITY,
    request: ({ people }) => ({
      ...patch(`/user/sessions/${people.toRevoke}/revoke`),
      auth: people.revoker,
    }),
  },
];
