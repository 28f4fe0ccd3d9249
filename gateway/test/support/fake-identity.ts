import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { create } from "@bufbuild/protobuf";
import { timestampFromMs, timestampNow } from "@bufbuild/protobuf/wkt";
import type { ConnectRouter } from "@connectrpc/connect";
import { DomainError } from "@tms/kit/errors/domain-error";
import { registerFake } from "@tms/kit/testing/fake";
import { newId } from "@tms/kit/values/ids";
import {
  IdentityService,
  SessionKind,
  SessionSchema,
  SignedInSchema,
  UserSchema,
  type Session,
  type SignedIn,
  type User,
} from "@tms/proto/tms/identity/v1/identity";
import { SignJWT, type JWTHeaderParameters, type JWTPayload } from "jose";
import { PUBLIC_URL } from "./public-url.ts";

const TOKEN_MS = 600_000;
/** The one password, code and token that are right. */
export const RIGHT = { password: "violet-lamp-otter-91", code: "482913", token: "mailed-token" };

/** Somebody who is signed in. */
export interface FakePerson {
  userId: string;
  sessionId: string;
  email: string;
  accessToken: string;
  refreshToken: string;
}

export interface FakeIdentity {
  routes: (router: ConnectRouter) => void;
  /** Signs somebody up and in. */
  add(): Promise<FakePerson>;
  endSession(sessionId: string): void;
  /** Replaces the signing key, as an operator does. */
  replaceKey(): void;
  /** A token as the present key signs it. */
  sign(claims: JWTPayload, header?: Partial<JWTHeaderParameters>): Promise<string>;
  /** Refuses every call as unavailable. */
  away: boolean;
}

interface Key {
  id: string;
  privateKey: KeyObject;
  publicKey: Uint8Array<ArrayBuffer>;
}

function newKey(): Key {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const { x = "" } = publicKey.export({ format: "jwk" });
  return { id: newId(), privateKey, publicKey: new Uint8Array(Buffer.from(x, "base64url")) };
}

/** People and sessions in memory; a token names its session and how often that was refreshed. */
export function fakeIdentity(): FakeIdentity {
  const users = new Map<string, User>();
  const sessions = new Map<string, Session & { generation: number }>();
  let key = newKey();

  const sign: FakeIdentity["sign"] = (claims, header = {}) =>
    new SignJWT({ iss: PUBLIC_URL, aud: PUBLIC_URL, jti: newId(), ...claims })
      .setProtectedHeader({ alg: "Ed25519", typ: "at+jwt", kid: key.id, ...header })
      .sign(key.privateKey);

  function userOf(email: string, name = "Ada"): User {
    const known = [...users.values()].find((user) => user.email === email);
    const made = { id: newId(), name, email, createTime: timestampNow() };
    const user = known ?? create(UserSchema, made);
    users.set(user.id, user);
    return user;
  }

  function open(user: User, kind: SessionKind, from = { address: "", agent: "" }) {
    const { address, agent } = from;
    const moment = timestampNow();
    const about = { userId: user.id, kind, createTime: moment, lastUseTime: moment };
    const session = create(SessionSchema, { id: newId(), ...about, address, agent });
    sessions.set(session.id, Object.assign(session, { generation: 1 }));
    return session;
  }

  async function grant(session: Session & { generation?: number }): Promise<SignedIn> {
    const expiresMs = Date.now() + TOKEN_MS;
    const exp = Math.floor(expiresMs / 1_000);
    const user = users.get(session.userId);
    return create(SignedInSchema, {
      ...(user && { user }),
      session,
      accessToken: await sign({ sub: session.userId, sid: session.id, exp }),
      expireTime: timestampFromMs(expiresMs),
      refreshToken: `tmsr_${session.id}.${session.generation ?? 1}`,
    });
  }

  const signInAs = async (email: string, source: { address: string; agent: string }) => {
    const session = open(userOf(email), SessionKind.BROWSER, source);
    return { signedIn: await grant(session) };
  };
  const sessionOf = (token: string) =>
    sessions.get(token.slice("tmsr_".length).split(".")[0] ?? "");

  const identity: FakeIdentity = {
    away: false,
    sign,
    endSession: (sessionId) => void sessions.delete(sessionId),
    replaceKey: () => void (key = newKey()),
    async add() {
      const email = `${newId()}@example.com`;
      const signedIn = await grant(open(userOf(email), SessionKind.BROWSER));
      const { accessToken, refreshToken } = signedIn;
      const [userId, sessionId] = [signedIn.user?.id ?? "", signedIn.session?.id ?? ""];
      return { userId, sessionId, email, accessToken, refreshToken };
    },
    routes: (router) =>
      registerFake(router, IdentityService, {
        signUp({ password, source }) {
          if (source.agent === "impatient") throw tooMany();
          if (password.length < 10) throw weak("password");
          return {};
        },
        verifyEmail: ({ email, code, source }) =>
          signInAs(require(email, code === RIGHT.code, "CODE_INVALID"), source),
        signIn: ({ email, password, source }) =>
          signInAs(require(email, password === RIGHT.password, "CREDENTIALS_INVALID"), source),
        async refreshSession({ refreshToken }) {
          const session = sessionOf(refreshToken);
          if (session === undefined) throw refused("SESSION_ENDED");
          session.generation += 1;
          return { signedIn: await grant(session) };
        },
        signOut({ refreshToken }) {
          sessions.delete(sessionOf(refreshToken)?.id ?? "");
          return {};
        },
        forgotPassword: () => ({}),
        resetPassword({ token, password, source }) {
          if (password.length < 10) throw weak("password");
          return signInAs(
            require("ada@example.com", token === RIGHT.token, "CODE_INVALID"),
            source,
          );
        },
        startDeviceCode: () => ({
          deviceCode: "pending",
          userCode: "WDJB-MJHT",
          intervalSeconds: 5,
          expireTime: timestampFromMs(Date.now() + TOKEN_MS),
        }),
        exchangeDeviceCode({ deviceCode, source }) {
          if (deviceCode === "pending") throw refused("AUTHORIZATION_PENDING");
          if (deviceCode === "eager")
            throw new DomainError("SLOW_DOWN", "Too soon.", { retryAfterMs: 9_500 });
          return signInAs(
            require("ada@example.com", deviceCode === "approved", "CODE_INVALID"),
            source,
          );
        },
        approveDeviceCode({ userCode }) {
          if (userCode !== "WDJB-MJHT") throw refused("CODE_INVALID");
          return {};
        },
        getUser({ userId }) {
          const user = users.get(userId);
          if (user === undefined) throw refused("USER_NOT_FOUND");
          return { user };
        },
        updateUser({ userId, name, password }) {
          const user = users.get(userId);
          if (user === undefined) throw refused("USER_NOT_FOUND");
          if (password && password.current !== RIGHT.password) throw refused("CREDENTIALS_INVALID");
          if (password && password.next.length < 10) throw weak("password.next");
          if (name !== undefined) user.name = name;
          return { user };
        },
        listSessions: ({ userId }) => ({
          sessions: [...sessions.values()].filter((session) => session.userId === userId),
        }),
        revokeSession({ userId, sessionId }) {
          const session = sessions.get(sessionId);
          if (session?.userId !== userId) throw refused("SESSION_NOT_FOUND");
          sessions.delete(sessionId);
          return { session };
        },
        batchCheckSessions({ sessionIds }) {
          if (identity.away) throw new DomainError("UNAVAILABLE", "It is away.");
          const live = sessionIds.flatMap((id) => sessions.get(id) ?? []);
          return { sessions: live.map(({ id, userId }) => ({ sessionId: id, userId })) };
        },
        listSigningKeys() {
          if (identity.away) throw new DomainError("UNAVAILABLE", "It is away.");
          return { keys: [{ id: key.id, publicKey: key.publicKey, activeTime: timestampNow() }] };
        },
        listMails: () => ({
          mails: [
            {
              id: newId(),
              to: "ada@example.com",
              subject: "Your code",
              text: RIGHT.code,
              createTime: timestampNow(),
            },
          ],
        }),
      }),
  };
  return identity;
}

type Refused = ConstructorParameters<typeof DomainError>[0];

const refused = (reason: Refused) => new DomainError(reason, `It is refused: ${reason}.`);

const tooMany = () =>
  new DomainError("TOO_MANY_ATTEMPTS", "There were too many.", { retryAfterMs: 41_200 });

const weak = (field: string) =>
  new DomainError("PASSWORD_TOO_WEAK", "The password is too short.", {
    fields: [{ field, description: "is too short" }],
  });

function require(email: string, isRight: boolean, reason: Refused): string {
  if (!isRight) throw refused(reason);
  return email;
}
