import { randomBytes } from "node:crypto";
import { newId } from "@tms/kit/values/ids";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { refreshToken } from "../src/sessions/refresh-token.ts";
import {
  newSource,
  personOf,
  reasonOf,
  ring,
  startIdentity,
  type IdentityUnderTest,
  type Person,
} from "./service.ts";

let identity: IdentityUnderTest;
beforeAll(async () => void (identity = await startIdentity()));
afterAll(() => identity.stop());

const refresh = async (token: string, agent?: string) =>
  personOf(
    (await identity.client.refreshSession({ refreshToken: token, source: newSource(agent) }))
      .signedIn,
  );
const rowOf = async ({ sessionId }: Person) =>
  (await identity.admin.query(`SELECT * FROM identity.session WHERE id = $1`, [sessionId])).rows[0];
/** Lets time pass for a session. */
const age = ({ sessionId }: Person, interval: string) =>
  identity.admin.query(
    `UPDATE identity.session SET last_used_at = last_used_at - $2::interval,
       created_at = created_at - $2::interval WHERE id = $1`,
    [sessionId, interval],
  );
const isLive = async ({ sessionId }: Person) =>
  (await identity.client.batchCheckSessions({ sessionIds: [sessionId] })).sessions.length === 1;

describe("RefreshSession", () => {
  test("gives a successor, which gives the next", async () => {
    const first = await identity.join();
    const second = await refresh(first.refreshToken, "another browser");
    const third = await refresh(second.refreshToken);
    const tokens = [first, second, third].map((person) => person.refreshToken);
    expect(new Set(tokens).size).toBe(3);
    expect(third.sessionId).toBe(first.sessionId);
    expect(second.session?.agent).toBe("another browser");
    expect(third.accessToken).not.toBe(first.accessToken);
  });

  test("used fifty times at once gives one successor, and all stay signed in", async () => {
    const person = await identity.join();
    const all = await Promise.all(Array.from({ length: 50 }, () => refresh(person.refreshToken)));
    const [successor, ...others] = new Set(all.map((one) => one.refreshToken));
    expect(others).toEqual([]);
    expect((await rowOf(person)).generation).toBe(2);
    await refresh(successor ?? "");
  });

  test("used at once on two replicas gives one successor", async () => {
    const person = await identity.join();
    const other = await identity.another();
    try {
      const all = await Promise.all(
        [identity, other, identity, other].map(({ client }) =>
          client.refreshSession({ refreshToken: person.refreshToken, source: newSource() }),
        ),
      );
      expect(new Set(all.map(({ signedIn }) => signedIn?.refreshToken)).size).toBe(1);
    } finally {
      await other.stop();
    }
  });

  test("gives the same successor again within ten seconds, and not after", async () => {
    const person = await identity.join();
    const next = await refresh(person.refreshToken);
    await age(person, "9 seconds");
    expect((await refresh(person.refreshToken)).refreshToken).toBe(next.refreshToken);
    await age(person, "2 seconds");
    expect(await reasonOf(refresh(person.refreshToken))).toBe("SESSION_ENDED");
    expect(await isLive(person)).toBe(false);
  });

  test("two generations back ends the session at once and mails the person", async () => {
    const first = await identity.join();
    const third = await refresh((await refresh(first.refreshToken)).refreshToken);
    expect(await reasonOf(refresh(first.refreshToken))).toBe("SESSION_ENDED");
    expect(await reasonOf(refresh(third.refreshToken))).toBe("SESSION_ENDED");
    expect(await isLive(first)).toBe(false);
    expect((await rowOf(first)).end_reason).toBe("reused");
    const subjects = (await identity.mailsTo(first.email)).map(({ subject }) => subject);
    expect(subjects[0]).toBe("One of your sessions was ended");
  });

  test("of a reused session tells the person once, however often it is tried", async () => {
    const first = await identity.join();
    await refresh((await refresh(first.refreshToken)).refreshToken);
    await Promise.all([1, 2, 3, 4].map(() => reasonOf(refresh(first.refreshToken))));
    const mails = await identity.mailsTo(first.email);
    expect(mails.filter(({ subject }) => subject.includes("was ended"))).toHaveLength(1);
  });

  test("refuses a forged token and changes nothing", async () => {
    const person = await identity.join();
    const second = await refresh(person.refreshToken);
    await refresh(second.refreshToken);
    const before = await rowOf(person);
    const salt = before.salt;
    const forger = ring("forger");
    const forged = [
      // Of every generation, with the right id, and even with the right salt.
      ...[1, 2, 3, 4].map((n) => refreshToken(forger, { id: person.sessionId, salt }, n)),
      refreshToken(identity.settings.sessionKeys, { id: newId(), salt: randomBytes(16) }, 1),
      refreshToken(
        identity.settings.sessionKeys,
        { id: person.sessionId, salt: randomBytes(16) },
        1,
      ),
      `${person.refreshToken.slice(0, -2)}AA`,
      "tmsr_",
      "",
    ];
    for (const token of forged) expect(await reasonOf(refresh(token))).toBe("SESSION_ENDED");
    expect(await rowOf(person)).toEqual(before);
    expect(await isLive(person)).toBe(true);
  });

  test("refuses a token from the future, as a restored database leaves, and ends nothing", async () => {
    const person = await identity.join();
    const { salt } = await rowOf(person);
    const ahead = refreshToken(identity.settings.sessionKeys, { id: person.sessionId, salt }, 7);
    expect(await reasonOf(refresh(ahead))).toBe("SESSION_ENDED");
    expect(await isLive(person)).toBe(true);
  });

  test("takes tokens of a former SESSION_KEY while it is listed, and not after", async () => {
    const person = await identity.join();
    const [newer] = ring("newer");
    const [former] = identity.settings.sessionKeys;
    const both = await identity.another({ sessionKeys: [newer, former] });
    const without = await identity.another({ sessionKeys: [newer] });
    try {
      const { signedIn } = await both.client.refreshSession({
        refreshToken: person.refreshToken,
        source: newSource(),
      });
      const refreshed = (client: IdentityUnderTest["client"], token: string | undefined) =>
        reasonOf(client.refreshSession({ refreshToken: token ?? "", source: newSource() }));
      expect(await refreshed(without.client, person.refreshToken)).toBe("SESSION_ENDED");
      expect(await refreshed(without.client, signedIn?.refreshToken)).toBe("OK");
    } finally {
      await both.stop();
      await without.stop();
    }
  });

  test.each([
    ["14 days without use", "14 days", "0 days"],
    ["90 days in all", "0 days", "90 days"],
  ])("ends by itself after %s", async (_, idle, old) => {
    const person = await identity.join();
    await identity.admin.query(
      `UPDATE identity.session SET last_used_at = last_used_at - $2::interval,
         created_at = created_at - $3::interval WHERE id = $1`,
      [person.sessionId, idle, old],
    );
    expect(await isLive(person)).toBe(false);
    expect(await reasonOf(refresh(person.refreshToken))).toBe("SESSION_ENDED");
    expect((await identity.client.listSessions({ userId: person.userId })).sessions).toEqual([]);
  });
});

describe("a session", () => {
  test("is signed out by its token of any generation", async () => {
    const person = await identity.join();
    await refresh(person.refreshToken);
    await identity.client.signOut({ refreshToken: person.refreshToken });
    expect(await isLive(person)).toBe(false);
    expect((await rowOf(person)).end_reason).toBe("signed_out");
    await identity.client.signOut({ refreshToken: person.refreshToken });
    await identity.client.signOut({ refreshToken: "tmsr_nonsense" });
  });

  test("is not signed out by a forged token", async () => {
    const person = await identity.join();
    const { salt } = await rowOf(person);
    const token = refreshToken(ring("forger"), { id: person.sessionId, salt }, 1);
    await identity.client.signOut({ refreshToken: token });
    expect(await isLive(person)).toBe(true);
  });

  test("is listed and ended by its person alone", async () => {
    const [person, stranger] = [await identity.join(), await identity.join()];
    const { sessionId, userId } = person;
    const { sessions } = await identity.client.listSessions({ userId });
    expect(sessions.map(({ id }) => id)).toEqual([sessionId]);
    expect(
      await reasonOf(identity.client.revokeSession({ userId: stranger.userId, sessionId })),
    ).toBe("SESSION_NOT_FOUND");
    const { session } = await identity.client.revokeSession({ userId, sessionId });
    expect(session?.id).toBe(sessionId);
    expect(await isLive(person)).toBe(false);
    await identity.client.revokeSession({ userId, sessionId });
    expect(await reasonOf(refresh(person.refreshToken))).toBe("SESSION_ENDED");
  });

  test("is found live among many, with its person", async () => {
    const [one, two, ended] = [await identity.join(), await identity.join(), await identity.join()];
    await identity.client.signOut({ refreshToken: ended.refreshToken });
    const sessionIds = [one.sessionId, newId(), ended.sessionId, two.sessionId];
    const { sessions } = await identity.client.batchCheckSessions({ sessionIds });
    expect(new Map(sessions.map((live) => [live.sessionId, live.userId]))).toEqual(
      new Map([
        [one.sessionId, one.userId],
        [two.sessionId, two.userId],
      ]),
    );
  });
});
