import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import type { MessageInitShape } from "@bufbuild/protobuf";
import { newId } from "@tms/kit/values/ids";
import type { SendMailRequestSchema } from "@tms/proto/tms/identity/v1/identity";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startSmtpServer, type SmtpServer } from "./fixtures/smtp-server.ts";
import {
  newEmail,
  newSource,
  PASSWORD,
  reasonOf,
  ring,
  startIdentity,
  type IdentityUnderTest,
} from "./service.ts";

let identity: IdentityUnderTest;
beforeAll(async () => void (identity = await startIdentity()));
afterAll(() => identity.stop());

type Content = NonNullable<MessageInitShape<typeof SendMailRequestSchema>["content"]>;
const failing: Content = {
  case: "endpointFailing",
  value: { gameName: "Chess", url: "https://example.com/hook" },
};
const send = (email: string, content: Content, requestId = newId()) =>
  identity.client.sendMail({ requestId, to: { case: "email", value: email }, content });
const signUp = (email: string, { client }: IdentityUnderTest = identity) =>
  client.signUp({
    requestId: newId(),
    name: "Ada",
    email,
    password: PASSWORD,
    source: newSource(),
  });

describe("SendMail", () => {
  test.each([
    [
      "an invitation",
      {
        case: "invitation",
        value: {
          gameName: "Chess",
          inviterName: "Ada",
          role: "developer",
          token: "the-token",
          expireTime: timestampFromDate(new Date("2030-01-02T03:04:05Z")),
        },
      },
      "Ada invites you to Chess",
      "https://tms.example/dashboard/invitation#token=the-token",
    ],
    ["a failing endpoint", failing, "A webhook endpoint of Chess is failing", "example.com/hook"],
    [
      "a disabled endpoint",
      { ...failing, case: "endpointDisabled" },
      "A webhook endpoint of Chess was disabled",
      "example.com/hook",
    ],
  ] as [string, Content, string, string][])("tells of %s", async (_, content, subject, text) => {
    const email = newEmail();
    await send(email.toUpperCase(), content);
    const [mail, ...others] = await identity.mailsTo(email);
    expect(mail).toMatchObject({ subject, text: expect.stringContaining(text) });
    expect(others).toEqual([]);
  });

  test("sends one mail, however often it is asked to under one request_id", async () => {
    const [email, requestId] = [newEmail(), newId()];
    await Promise.all([1, 2, 3].map(() => send(email, failing, requestId)));
    await send(email, failing, requestId);
    expect(await identity.mailsTo(email)).toHaveLength(1);
  });

  test("reaches a person by id, and refuses nobody's", async () => {
    const { userId, email } = await identity.join();
    const to = (id: string) => ({ case: "userId", value: id }) as const;
    const request = { requestId: newId(), content: failing };
    await identity.client.sendMail({ ...request, to: to(userId) });
    expect((await identity.mailsTo(email))[0]?.subject).toContain("is failing");
    expect(
      await reasonOf(
        identity.client.sendMail({ requestId: newId(), content: failing, to: to(newId()) }),
      ),
    ).toBe("USER_NOT_FOUND");
  });

  test.each([
    ["no content", { content: { case: undefined } }],
    ["no recipient", { to: { case: undefined } }],
    ["no address", { to: { case: "email", value: "nobody" } }],
  ] as const)("refuses %s", async (_, part) => {
    const request = { to: { case: "email", value: newEmail() }, content: failing } as const;
    expect(
      await reasonOf(identity.client.sendMail({ requestId: newId(), ...request, ...part })),
    ).toBe("INVALID_ARGUMENT");
  });
});

describe("staged mails", () => {
  test("are kept once in the mailbox, when a relay died between keeping and forgetting", async () => {
    const email = newEmail();
    await signUp(email);
    const { rows } = await identity.admin.query(`SELECT * FROM identity.outbox`);
    expect(await identity.mailsTo(email)).toHaveLength(1);
    for (const { id, topic, payload } of rows)
      await identity.admin.query(
        `INSERT INTO identity.outbox (id, topic, payload) VALUES ($1, $2, $3)`,
        [id, topic, payload],
      );
    expect(await identity.mailsTo(email)).toHaveLength(1);
  });

  test("hold no code that could be read", async () => {
    const email = newEmail();
    await signUp(email);
    const { rows } = await identity.admin.query(`SELECT payload::text FROM identity.outbox`);
    const code = await identity.codeFor(email);
    for (const { payload } of rows) {
      expect(payload).not.toContain(code);
      expect(payload).not.toContain(Buffer.from(code).toString("base64"));
    }
  });

  test("are not sent once they are of no use", async () => {
    const email = newEmail();
    await signUp(email);
    await identity.admin.query(
      `UPDATE identity.outbox SET payload = payload || '{"uselessAt": "2020-01-01T00:00:00Z"}'`,
    );
    expect(await identity.mailsTo(email)).toEqual([]);
  });

  test("wait for their key", async () => {
    const email = newEmail();
    const without = await identity.another({ secretsKeys: ring("other") });
    try {
      await signUp(email);
      expect(await without.mailsTo(email)).toEqual([]);
      await identity.admin.query(`UPDATE identity.outbox SET due_at = now()`);
      expect(await identity.mailsTo(email)).toHaveLength(1);
    } finally {
      await without.stop();
    }
  });
});

describe("ListMails", () => {
  test("pages through the mailbox, newest first", async () => {
    const emails = [newEmail(), newEmail(), newEmail()];
    for (const email of emails) {
      await send(email, failing);
      await identity.mailsTo(email);
    }
    const first = await identity.client.listMails({ pageSize: 2 });
    const second = await identity.client.listMails({ pageSize: 2, pageToken: first.nextPageToken });
    const listed = [...first.mails, ...second.mails].map(({ to }) => to);
    expect(listed.slice(0, 3)).toEqual(emails.toReversed());
  });
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
