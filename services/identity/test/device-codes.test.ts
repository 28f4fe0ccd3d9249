import { newId } from "@tms/kit/values/ids";
import { SessionKind } from "@tms/proto/tms/identity/v1/identity";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { RemoteError } from "@tms/kit/errors/remote-error";
import {
  newSource,
  PASSWORD,
  reasonOf,
  startIdentity,
  type IdentityUnderTest,
  type Person,
} from "./service.ts";

let identity: IdentityUnderTest;
beforeAll(async () => void (identity = await startIdentity()));
afterAll(() => identity.stop());

const start = () => identity.client.startDeviceCode({ source: newSource() });
const exchange = (deviceCode: string) =>
  identity.client.exchangeDeviceCode({ deviceCode, source: newSource("tms cli") });
const approve = (userId: string, userCode: string) =>
  identity.client.approveDeviceCode({ userId, userCode, source: newSource() });
/** Asks for a new password by mail, and sets it. */
async function reset({ email }: Person) {
  const source = newSource();
  await identity.client.forgotPassword({ requestId: newId(), email, source });
  const token = await identity.tokenFor(email);
  const password = "another-violet-otter-12";
  return await identity.client.resetPassword({ requestId: newId(), token, password, source });
}
/** Lets time pass for every device code. */
const wait = (interval: string) =>
  identity.admin.query(
    `UPDATE identity.device_code SET polled_at = polled_at - $1::interval,
       expires_at = expires_at - $1::interval`,
    [interval],
  );

describe("a device code", () => {
  test("signs a tool in once a person has approved it", async () => {
    const { userId } = await identity.join();
    const { deviceCode, userCode, intervalSeconds } = await start();
    expect([userCode, intervalSeconds]).toEqual([expect.stringMatching(/^\w{4}-\w{4}$/), 5]);
    expect(await reasonOf(exchange(deviceCode))).toBe("AUTHORIZATION_PENDING");
    await approve(userId, userCode.toLowerCase().replace("-", " "));
    await wait("5 seconds");
    const { signedIn } = await exchange(deviceCode);
    expect(signedIn).toMatchObject({
      user: { id: userId },
      session: { kind: SessionKind.CLI, agent: "tms cli" },
    });
    const refreshToken = signedIn?.refreshToken ?? "";
    expect(
      await reasonOf(identity.client.refreshSession({ refreshToken, source: newSource() })),
    ).toBe("OK");
  });

  test("slows a tool down that asks too often, more each time", async () => {
    const { deviceCode } = await start();
    await reasonOf(exchange(deviceCode));
    const intervals: unknown[] = [];
    for (let times = 0; times < 2; times++)
      intervals.push(
        await exchange(deviceCode).catch(
          (error: unknown) => error instanceof RemoteError && [error.reason, error.retryAfterMs],
        ),
      );
    expect(intervals).toEqual([
      ["SLOW_DOWN", 10_000],
      ["SLOW_DOWN", 15_000],
    ]);
    await wait("15 seconds");
    expect(await reasonOf(exchange(deviceCode))).toBe("AUTHORIZATION_PENDING");
  });

  test("gives a tool that lost its answer the same session, for a moment", async () => {
    const { userId } = await identity.join();
    const { deviceCode, userCode } = await start();
    await approve(userId, userCode);
    const [first, ...others] = await Promise.all([1, 2, 3].map(() => exchange(deviceCode)));
    for (const { signedIn } of others)
      expect(signedIn?.refreshToken).toBe(first?.signedIn?.refreshToken);
    await identity.admin.query(
      `UPDATE identity.session SET last_used_at = last_used_at - interval '10 seconds' WHERE id = $1`,
      [first?.signedIn?.session?.id],
    );
    expect(await reasonOf(exchange(deviceCode))).toBe("CODE_INVALID");
  });

  test.each([
    ["reset their password", reset],
    [
      "changed their password",
      ({ userId, sessionId }: Person) =>
        identity.client.updateUser({
          requestId: newId(),
          userId,
          sessionId,
          source: newSource(),
          password: { current: PASSWORD, next: "another-violet-otter-12" },
        }),
    ],
    [
      "ended one of their sessions",
      ({ userId, sessionId }: Person) => identity.client.revokeSession({ userId, sessionId }),
    ],
  ])("lets no tool in once the person who approved it has %s", async (_, end) => {
    const [person, stranger] = [await identity.join(), await identity.join()];
    const [approved, others, open] = [await start(), await start(), await start()];
    await approve(person.userId, approved.userCode);
    await approve(stranger.userId, others.userCode);
    await end(person);
    expect(await reasonOf(exchange(approved.deviceCode))).toBe("CODE_INVALID");
    expect(await reasonOf(approve(person.userId, approved.userCode))).toBe("CODE_INVALID");
    expect(await reasonOf(exchange(others.deviceCode))).toBe("OK");
    expect(await reasonOf(exchange(open.deviceCode))).toBe("AUTHORIZATION_PENDING");
  });

  test("lets no tool in once a session of the person who approved it was found copied", async () => {
    const { userId, refreshToken } = await identity.join();
    const { deviceCode, userCode } = await start();
    await approve(userId, userCode);
    const refresh = (token = "") =>
      identity.client.refreshSession({ refreshToken: token, source: newSource() });
    await refresh((await refresh(refreshToken)).signedIn?.refreshToken);
    expect(await reasonOf(refresh(refreshToken))).toBe("SESSION_ENDED");
    expect(await reasonOf(exchange(deviceCode))).toBe("CODE_INVALID");
  });

  test("is approved by one person", async () => {
    const [one, other] = [await identity.join(), await identity.join()];
    const { userCode } = await start();
    await approve(one.userId, userCode);
    await approve(one.userId, userCode);
    expect(await reasonOf(approve(other.userId, userCode))).toBe("CODE_INVALID");
  });

  test("works for ten minutes", async () => {
    const { userId } = await identity.join();
    const { deviceCode, userCode } = await start();
    await wait("10 minutes");
    expect(await reasonOf(approve(userId, userCode))).toBe("CODE_INVALID");
    expect(await reasonOf(exchange(deviceCode))).toBe("CODE_INVALID");
  });

  test("cannot be guessed for long", async () => {
    const { userId } = await identity.join();
    const source = newSource();
    const guess = () =>
      reasonOf(identity.client.approveDeviceCode({ userId, userCode: "BBBB-BBBB", source }));
    for (let times = 0; times < 5; times++) expect(await guess()).toBe("CODE_INVALID");
    expect(await guess()).toBe("TOO_MANY_ATTEMPTS");
  });

  test("is refused when it is none, and approved by nobody who is unknown", async () => {
    const { userCode } = await start();
    expect(await reasonOf(exchange("nonsense"))).toBe("CODE_INVALID");
    expect(await reasonOf(approve(newId(), userCode))).toBe("USER_NOT_FOUND");
  });
});
