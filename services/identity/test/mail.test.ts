import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { originHeaders } from "@tms/kit/rpc/origin";
import { newId } from "@tms/kit/values/ids";
import type { SendMailRequestSchema } from "@tms/proto/tms/identity/v1/identity";
import { vi } from "vitest";
import {
  createKeys,
  describe,
  expect,
  getReason,
  newEmail,
  newSource,
  test as base,
  type Identity,
  type Source,
} from "./people.ts";
import { startSmtpServer } from "./smtp-server.ts";

type Content = NonNullable<MessageInitShape<typeof SendMailRequestSchema>["content"]>;
const ENDPOINT = { gameName: "Chess", url: "https://example.com/hook" };
const FAILING: Content = { case: "endpointFailing", value: ENDPOINT };
const INVITATION = {
  case: "invitation",
  value: {
    gameName: "Chess",
    inviterName: "Ada",
    role: "developer",
    token: "the-token",
    expireTime: timestampFromDate(new Date("2030-01-02T03:04:05Z")),
  },
} as const satisfies Content;

/** A stranger who causes mails: a person, and the address that they come from. */
interface Requester {
  id: string;
  source: Source;
}
const newRequester = (): Requester => ({ id: newId(), source: newSource() });

function send({ client }: Identity, email: string, content: Content, by = "", requestId = newId()) {
  const headers = by === "" ? {} : { headers: asPerson(by) };
  return client.sendMail({ requestId, to: { case: "email", value: email }, content }, headers);
}
const asPerson = (id: string) => originHeaders({ actor: { type: "user", id }, requestId: null });

/** Tests of mails; `bySmtp` is a replica that sends them to `smtp`. */
const test = base
  .extend("smtp", async ({}, { onCleanup }) => {
    const smtp = await startSmtpServer();
    onCleanup(() => smtp.stop());
    return smtp;
  })
  .extend("bySmtp", async ({ identity, smtp }) => {
    // No mail of another test may reach it.
    await identity.admin.query(`DELETE FROM identity.outbox`);
    return identity.start({ smtpUrl: smtp.url });
  });

describe("SendMail", () => {
  test.for<[string, Content, string]>([
    [
      "“Ada” invites you to the game “Chess”",
      INVITATION,
      "https://tms.example/dashboard/invitation#token=the-token",
    ],
    ["A webhook endpoint of “Chess” is failing", FAILING, "example.com/hook"],
    [
      "A webhook endpoint of “Chess” was disabled",
      { case: "endpointDisabled", value: ENDPOINT },
      "example.com/hook",
    ],
  ])("sends: %s", async ([subject, content, text], { identity }) => {
    const email = newEmail();
    await send(identity, email.toUpperCase(), content);
    const mails = await identity.mailsTo(email);
    expect(mails).toMatchObject([{ subject, text: expect.stringContaining(text) }]);
  });

  test("lets no name add a line to the text", async ({ identity }) => {
    const email = newEmail();
    const gameName = "Che\0ss\r\nTo: eve@example.com";
    const value = { gameName, url: "https://example.com/\0\n\nTo: eve" };
    await send(identity, email, { case: "endpointFailing", value });
    const [mail] = await identity.mailsTo(email);
    expect(mail?.subject).toBe("A webhook endpoint of “Che ss To eve example com” is failing");
    expect(mail?.text).toContain("https://example.com/ To: eve");
    expect(mail?.text).not.toMatch(/^To: eve/m);
  });

  test.for([
    [
      "links and addresses",
      "https://evil.example/a www.evil.example eve@evil.example 。evil．example",
    ],
    ["line breaks and invisible signs", "Ada\u202e\r\n\u2028Your\u200baccount: <b>locked</b>"],
    ["more than sixty characters", "Your account is locked ".repeat(4)],
    ["all of a name that has no letters", "://@.."],
  ] as const)("quotes a name, and leaves out %s", async ([, name], { identity }) => {
    const email = newEmail();
    const value = { ...INVITATION.value, inviterName: name, gameName: name };
    await send(identity, email, { case: "invitation", value });
    const [mail = expect.fail()] = await identity.mailsTo(email);
    const safe = /^“[\p{L}\p{N} …?]{1,60}” invites you to the game “[\p{L}\p{N} …?]{1,60}”/u;
    expect(mail.subject).toMatch(safe);
    const [first, link] = mail.text.split("\n\n");
    expect(first).toMatch(safe);
    expect(link).toBe("https://tms.example/dashboard/invitation#token=the-token");
  });

  test("reaches a person by id, and refuses unknown people", async ({ identity }) => {
    const { userId, email } = await identity.join();
    const sendTo = (value: string) =>
      identity.client.sendMail({
        requestId: newId(),
        to: { case: "userId", value },
        content: FAILING,
      });
    await sendTo(userId);
    expect((await identity.mailsTo(email))[0]?.subject).toContain("is failing");
    expect(await getReason(sendTo(newId()))).toBe("USER_NOT_FOUND");
  });
});

describe("staged mails", () => {
  test("are kept once if a relay died between keeping and forgetting", async ({ identity }) => {
    const email = newEmail();
    await identity.signUp(email);
    const { rows } = await identity.admin.query<Record<"id" | "topic" | "payload", unknown>>(
      `SELECT * FROM identity.outbox WHERE payload ->> 'to' = $1`,
      [email],
    );
    expect(rows).toHaveLength(1);
    expect(await identity.mailsTo(email)).toHaveLength(1);
    for (const { id, topic, payload } of rows)
      await identity.admin.query(
        `INSERT INTO identity.outbox (id, topic, payload) VALUES ($1, $2, $3)`,
        [id, topic, payload],
      );
    expect(await identity.mailsTo(email)).toHaveLength(1);
  });

  test("are not sent after their use has ended", async ({ identity }) => {
    const email = newEmail();
    await identity.signUp(email);
    await identity.admin.query(
      `UPDATE identity.outbox SET created_at = now() - interval '11 minutes'`,
    );
    expect(await identity.mailsTo(email)).toEqual([]);
  });

  test("wait for their key", async ({ identity }) => {
    const email = newEmail();
    const without = identity.start({ secretsKeys: createKeys("other") });
    await identity.signUp(email);
    expect(await without.mailsTo(email)).toEqual([]);
    await identity.admin.query(`UPDATE identity.outbox SET due_at = now()`);
    expect(await identity.mailsTo(email)).toHaveLength(1);
  });
});

test("ListMails pages through the mailbox, newest first", async ({ identity }) => {
  const emails = [newEmail(), newEmail(), newEmail()];
  for (const email of emails) {
    await send(identity, email, FAILING);
    await identity.mailsTo(email);
  }
  const first = await identity.client.listMails({ pageSize: 2 });
  const second = await identity.client.listMails({ pageSize: 2, pageToken: first.nextPageToken });
  const listed = [...first.mails, ...second.mails].map(({ to }) => to);
  expect(listed.slice(0, 3)).toEqual(emails.toReversed());
});

describe("the budget of mails to an address", () => {
  type Send = (identity: Identity, email: string, by?: Requester) => Promise<unknown>;
  /** Requests for mails of each kind, and how many are sent in an hour. */
  const KINDS: Readonly<Record<string, { max: number; ask: Send }>> = {
    "sign-ups": {
      max: 20,
      ask: (identity, email, by = newRequester()) => identity.signUp(email, { source: by.source }),
    },
    "new passwords": {
      max: 20,
      ask: (identity, email, by = newRequester()) => identity.forgot(email, by.source),
    },
    invitations: {
      max: 20,
      ask: (identity, email, by = newRequester()) =>
        getReason(send(identity, email, INVITATION, by.id)),
    },
    endpoints: { max: 10, ask: (identity, email) => send(identity, email, FAILING) },
  };

  async function flood(identity: Identity, email: string, { ask, max }: (typeof KINDS)[string]) {
    for (let times = 0; times < max + 2; times++) await ask(identity, email);
  }

  test.for(Object.keys(KINDS))(
    "has a bound in an hour for %s, and each kind has its own",
    async (kind, { identity }) => {
      const asked = KINDS[kind] ?? expect.fail();
      const { email } = await identity.join();
      const before = (await identity.mailsTo(email)).length;
      // The sign-up of the person is one of its kind.
      const left = kind === "sign-ups" ? asked.max - 1 : asked.max;
      await flood(identity, email, asked);
      const others = Object.entries(KINDS).filter(([other]) => other !== kind);
      for (const [, { ask }] of others) await ask(identity, email);
      expect(await identity.mailsTo(email)).toHaveLength(before + left + others.length);
      await identity.admin.query(
        `UPDATE identity.attempt_count SET created_at = created_at - interval '1 hour',
           ends_at = ends_at - interval '1 hour' WHERE account = $1`,
        [email],
      );
      await asked.ask(identity, email);
      expect(await identity.mailsTo(email)).toHaveLength(before + left + others.length + 1);
    },
  );

  test.for(["sign-ups", "new passwords", "invitations"])(
    "is not spent by one requester of %s",
    async (kind, { identity }) => {
      const { ask } = KINDS[kind] ?? expect.fail();
      const { email } = await identity.join();
      const before = (await identity.mailsTo(email)).length;
      const strangers = [newRequester(), newRequester(), newRequester()];
      for (const stranger of strangers)
        for (let times = 0; times < 11; times++) {
          // Requests from one address are limited by the minute.
          await identity.admin.query(`UPDATE identity.attempt_count SET ends_at = now()
            WHERE kind IN ('sign_up', 'forgot_password')`);
          await ask(identity, email, stranger);
        }
      const spent = (await identity.mailsTo(email)).length - before;
      expect(spent).toBeLessThanOrEqual(11);
      await ask(identity, email);
      expect(await identity.mailsTo(email)).toHaveLength(before + spent + 1);
    },
  );

  test("refuses an invitation that is not mailed, so that the inviter knows", async ({
    identity,
  }) => {
    const [email, { id }] = [newEmail(), newRequester()];
    const invite = () => getReason(send(identity, email, INVITATION, id));
    for (let times = 0; times < 5; times++) expect(await invite()).toBe("accepted");
    await expect(send(identity, email, INVITATION, id)).rejects.toMatchObject({
      reason: "TOO_MANY_ATTEMPTS",
      retryAfterMs: expect.closeTo(3_600_000, -6),
    });
  });

  test("never holds back the warning of a copied session", async ({ identity }) => {
    const { email, refreshToken } = await identity.join();
    for (const kind of Object.values(KINDS)) await flood(identity, email, kind);
    await identity.refresh((await identity.refresh(refreshToken)).refreshToken);
    expect(await getReason(identity.refresh(refreshToken))).toBe("SESSION_ENDED");
    const [newest] = await identity.mailsTo(email);
    expect(newest?.subject).toBe("One of your sessions was ended");
  });

  test("keeps the last mailed link good", async ({ identity }) => {
    const { email } = await identity.join();
    await flood(identity, email, KINDS["new passwords"] ?? expect.fail());
    expect(await getReason(identity.reset(await identity.tokenFor(email)))).toBe("accepted");
  });
});

describe("with an SMTP server", () => {
  async function listErrors({ admin }: Identity, email: string) {
    const { rows } = await admin.query<{ error: string | null }>(
      `SELECT last_error AS error FROM identity.outbox WHERE payload ->> 'to' = $1`,
      [email],
    );
    return rows.map(({ error }) => error);
  }

  /** Sends what is due, and what waits for a repeat. */
  async function sendAll({ admin, context }: Identity) {
    await admin.query(`UPDATE identity.outbox SET due_at = now()`);
    await context.relay.runOnce();
  }

  test("mails are sent to it, and there is no mailbox", async ({ identity, smtp, bySmtp }) => {
    const email = newEmail();
    await bySmtp.signUp(email);
    await sendAll(bySmtp);
    const [message, ...others] = smtp.received;
    expect(others).toEqual([]);
    for (const line of [
      /^From: tms@example\.com$/m,
      new RegExp(`^To: ${email}$`, "m"),
      /^Message-ID: <[0-9a-f-]{36}@example\.com>$/m,
      /^ {4}\d{6}$/m,
    ])
      expect(message).toMatch(line);
    expect(await listErrors(identity, email)).toEqual([]);
    expect(await getReason(bySmtp.client.listMails({}))).toBe("MAILBOX_DISABLED");
    expect(await identity.mailsTo(email)).toEqual([]);
  });

  test.for([
    // The error holds nothing of the mail.
    ["is retried if the server is busy", "RCPT", "451 later", ["EENVELOPE 451"], 1],
    ["is retried if the server rejects the sender", "MAIL", "550 unknown", ["EENVELOPE 550"], 1],
    ["is discarded if the server rejects the recipient", "RCPT", "550 unknown recipient", [], 0],
  ] as const)(
    "a mail %s",
    async ([, command, answer, errors, sent], { identity, smtp, bySmtp }) => {
      const email = newEmail();
      await bySmtp.signUp(email);
      Object.assign(smtp, { command, answer: `${answer}, ${email}` });
      await sendAll(bySmtp);
      const found = await listErrors(identity, email);
      expect(found).toEqual(errors.map((text) => `the SMTP server did not accept a mail: ${text}`));
      smtp.answer = "250 ok";
      await sendAll(bySmtp);
      expect(smtp.received).toHaveLength(sent);
    },
  );

  test("retries a mail that is taken too slowly", async ({ identity, smtp, bySmtp }) => {
    const email = newEmail();
    await bySmtp.signUp(email);
    smtp.answer = undefined;
    const limit = new AbortController();
    const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(limit.signal);
    const sending = bySmtp.context.relay.runOnce();
    await expect.poll(() => smtp.unanswered).toBe(1);
    limit.abort();
    await sending;
    timeout.mockRestore();
    expect(await listErrors(identity, email)).toEqual([
      "the SMTP server did not accept a mail: ETIMEDOUT 0",
    ]);
    await expect.poll(() => smtp.connections()).toBe(0);
    smtp.answer = "250 ok";
    await sendAll(bySmtp);
    expect(smtp.received).toHaveLength(1);
  });
});
