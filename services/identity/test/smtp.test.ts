import { newId } from "@tms/kit/values/ids";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { startSmtpServer, type SmtpServer } from "./fixtures/smtp-server.ts";
import {
  newEmail,
  newSource,
  PASSWORD,
  reasonOf,
  startIdentity,
  type IdentityUnderTest,
} from "./service.ts";

let identity: IdentityUnderTest;
beforeAll(async () => void (identity = await startIdentity()));
afterAll(() => identity.stop());

const signUp = (email: string, { client }: IdentityUnderTest) =>
  client.signUp({
    requestId: newId(),
    name: "Ada",
    email,
    password: PASSWORD,
    source: newSource(),
  });

describe("with an SMTP server", () => {
  let smtp: SmtpServer;
  let bySmtp: IdentityUnderTest;
  beforeEach(async () => {
    smtp = await startSmtpServer();
    bySmtp = await identity.another({ smtpUrl: smtp.url });
  });
  afterEach(async () => {
    await bySmtp.stop();
    await smtp.stop();
  });
  const relay = () => bySmtp.context.relay.runOnce();
  const stagedFor = async (email: string) =>
    (
      await identity.admin.query(`SELECT * FROM identity.outbox WHERE payload ->> 'to' = $1`, [
        email,
      ])
    ).rows;
  const retry = () => identity.admin.query(`UPDATE identity.outbox SET due_at = now()`);

  test("mails leave by it, and there is no mailbox", async () => {
    const email = newEmail();
    await signUp(email, bySmtp);
    await relay();
    expect(smtp.received).toHaveLength(1);
    expect(smtp.received[0]).toMatch(/^From: tms@example\.com$/m);
    expect(smtp.received[0]).toContain(`To: ${email}`);
    expect(smtp.received[0]).toMatch(/^Message-ID: <[0-9a-f-]{36}@example\.com>$/m);
    expect(smtp.received[0]).toMatch(/^ {4}\d{6}$/m);
    expect(await stagedFor(email)).toEqual([]);
    expect(await reasonOf(bySmtp.client.listMails({}))).toBe("MAILBOX_DISABLED");
    expect(await identity.mailsTo(email)).toEqual([]);
  });

  test("a mail is tried again when it is busy, and the reason kept without the mail", async () => {
    const email = newEmail();
    await signUp(email, bySmtp);
    smtp.answer = `451 later, ${email}`;
    await relay();
    const [staged] = await stagedFor(email);
    expect(staged.last_error).toBe("the SMTP server did not take a mail: EENVELOPE 451");
    smtp.answer = "250 ok";
    await retry();
    await relay();
    expect(smtp.received).toHaveLength(1);
  });

  test("a mail is tried again when it is away", async () => {
    const email = newEmail();
    await signUp(email, bySmtp);
    await smtp.stop();
    await relay();
    expect((await stagedFor(email))[0].last_error).toContain("did not take a mail");
    smtp = await startSmtpServer();
    await identity.admin.query(`DELETE FROM identity.outbox`);
  });

  test("a mail that it is too slow to take is tried again, and cannot leave twice", async () => {
    const email = newEmail();
    await signUp(email, bySmtp);
    smtp.answer = undefined;
    const limit = new AbortController();
    const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(limit.signal);
    const sending = relay();
    await expect.poll(() => smtp.unanswered).toBe(1);
    limit.abort();
    await sending;
    timeout.mockRestore();
    const [staged] = await stagedFor(email);
    expect(staged.last_error).toBe("the SMTP server did not take a mail: ETIMEDOUT 0");
    await expect.poll(() => smtp.connections()).toBe(0);
    smtp.answer = "250 ok";
    await retry();
    await relay();
    expect(smtp.received).toHaveLength(1);
  });

  test("a mail that it refuses for good is given up", async () => {
    const email = newEmail();
    await signUp(email, bySmtp);
    smtp.answer = "550 nobody here";
    await relay();
    expect(await stagedFor(email)).toEqual([]);
    expect(smtp.received).toEqual([]);
  });

  test("no name can add a header or a recipient", async () => {
    const email = newEmail();
    const value = { gameName: "Chess\r\nBcc: eve@example.com", url: "https://example.com" };
    await bySmtp.client.sendMail({
      requestId: newId(),
      to: { case: "email", value: email },
      content: { case: "endpointFailing", value },
    });
    await relay();
    const [headers = ""] = (smtp.received[0] ?? "").split("\n\n");
    expect(headers).not.toMatch(/^Bcc:/im);
  });
});
