import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import type { MessageInitShape } from "@bufbuild/protobuf";
import { newId } from "@tms/kit/values/ids";
import type { SendMailRequestSchema } from "@tms/proto/tms/identity/v1/identity";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
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
const signUp = (email: string) =>
  identity.client.signUp({
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

  test("takes names of any characters, which make no line of their own", async () => {
    const email = newEmail();
    await send(email, {
      case: "endpointFailing",
      value: {
        gameName: "Che\0ss\r\nTo: eve@example.com",
        url: "https://example.com/\0\n\nTo: eve",
      },
    });
    const [mail] = await identity.mailsTo(email);
    expect(mail?.subject).toBe("A webhook endpoint of Che ss To: eve@example.com is failing");
    expect(mail?.text).toContain("https://example.com/ To: eve");
    expect(mail?.text).not.toMatch(/^To: eve/m);
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
      `UPDATE identity.outbox SET created_at = now() - interval '11 minutes'`,
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
