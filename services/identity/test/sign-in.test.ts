import { hash } from "@node-rs/argon2";
import { newId } from "@tms/kit/values/ids";
import { SessionKind } from "@tms/proto/tms/identity/v1/identity";
import { createHasher } from "../src/passwords.ts";
import {
  describe,
  expect,
  getReason,
  newEmail,
  newSource,
  OTHER,
  PASSWORD,
  test,
  WRONG,
  type Identity,
} from "./people.ts";

const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

/** Signs a new address up; returns the code that was mailed. */
async function signUpNew(identity: Identity): Promise<{ email: string; code: string }> {
  const email = newEmail();
  await identity.signUp(email);
  return { email, code: await identity.codeFor(email) };
}

/** Makes the codes that were mailed to an address older. */
async function age({ admin }: Identity, email: string, by: string): Promise<void> {
  for (const table of ["sign_up", "one_time_code"])
    await admin.query(
      `UPDATE identity.${table} SET expires_at = expires_at - $2::interval WHERE email = $1`,
      [email, by],
    );
}

describe("SignUp", () => {
  test("mails a code that confirms the address and signs in", async ({ identity }) => {
    const { email, code } = await signUpNew(identity);
    expect(await getReason(identity.signIn(email))).toBe("CREDENTIALS_INVALID");
    const { signedIn } = await identity.verify(email, code);
    expect(signedIn).toMatchObject({
      user: { name: "Ada", email },
      session: { kind: SessionKind.BROWSER, agent: "a browser" },
      refreshToken: expect.stringMatching(/^tmsr_/),
    });
    expect(await getReason(identity.signIn(email))).toBe("accepted");
  });

  test("treats an address alike in upper and lower case", async ({ identity }) => {
    const email = newEmail();
    await identity.signUp(email.toUpperCase());
    const code = await identity.codeFor(email);
    const { signedIn } = await identity.verify(email.toUpperCase(), code);
    expect(signedIn?.user?.email).toBe(email);
    expect(await getReason(identity.signIn(email.toUpperCase()))).toBe("accepted");
  });

  test("changes nothing for a known address, and mails a note", async ({ identity }) => {
    const { email } = await identity.join();
    await identity.signUp(email, { password: OTHER });
    expect((await identity.mailsTo(email))[0]?.subject).toBe("You already have an account");
    expect(await getReason(identity.signIn(email, OTHER))).toBe("CREDENTIALS_INVALID");
    expect(await getReason(identity.signIn(email))).toBe("accepted");
  });

  test("confirms only the sign-up that its token names", async ({ identity }) => {
    const email = newEmail();
    const { token } = await identity.signUp(email);
    const code = await identity.codeFor(email);
    const stranger = await identity.signUp(email, { name: "Eve", password: OTHER });
    const strangersCode = await identity.codeFor(email);
    const verify = (typed: string, byToken: string) =>
      getReason(identity.verify(email, typed, newId(), byToken));
    // The owner types the newest code, and the stranger guesses that of the owner.
    if (code !== strangersCode) {
      expect(await verify(strangersCode, token)).toBe("CODE_INVALID");
      expect(await verify(code, stranger.token)).toBe("CODE_INVALID");
    }
    expect(await verify(strangersCode, `${token}x`)).toBe("CODE_INVALID");
    expect(await verify(code, token)).toBe("accepted");
    expect(await verify(strangersCode, stranger.token)).toBe("CODE_INVALID");
    expect(await getReason(identity.signIn(email, OTHER))).toBe("CREDENTIALS_INVALID");
    expect(await getReason(identity.signIn(email))).toBe("accepted");
  });

  test("without a token, confirms the only sign-up of an address", async ({ identity }) => {
    const { email, code } = await signUpNew(identity);
    await identity.signUp(email, { name: "Eve", password: OTHER });
    for (const typed of [code, await identity.codeFor(email)])
      expect(await getReason(identity.verify(email, typed))).toBe("CODE_INVALID");
    await identity.admin.query(
      `UPDATE identity.sign_up SET expires_at = now() WHERE email = $1 AND name = 'Eve'`,
      [email],
    );
    expect(await getReason(identity.verify(email, code))).toBe("accepted");
  });

  test("gives a repeat the same token", async ({ identity }) => {
    const [email, requestId] = [newEmail(), newId()];
    const first = await identity.signUp(email, { requestId });
    expect(await identity.signUp(email, { requestId })).toEqual(first);
    const code = await identity.codeFor(email);
    expect(await getReason(identity.verify(email, code, newId(), first.token))).toBe("accepted");
  });

  test.for(["ninechars", "password123456", "ada.person1", "qwertyuiop"])(
    "refuses the weak password %s",
    async (password, { identity }) => {
      const signUp = identity.signUp("ada.person@example.com", { password });
      expect(await getReason(signUp)).toBe("PASSWORD_TOO_WEAK");
    },
  );

  test("counts the characters of a password after NFKC", async ({ identity }) => {
    const ligatures = "ﬃ".repeat(43);
    await expect(identity.signUp(newEmail(), { password: ligatures })).rejects.toMatchObject({
      reason: "INVALID_ARGUMENT",
      fields: [{ field: "password" }],
    });
  });

  test("never gives a code the password of a later sign-up", async ({ identity }) => {
    const reasons = new Set<string>();
    for (let round = 0; round < 12; round++) {
      const { email, code } = await signUpNew(identity);
      const signUpAgain = () => identity.signUp(email, { name: "Eve", password: OTHER });
      // Hashing takes most of a sign-up: the code is used before it, or after it.
      const verified =
        round % 2 === 0
          ? getReason(identity.verify(email, code))
          : signUpAgain().then(() => getReason(identity.verify(email, code)));
      const [reason] = await Promise.all([verified, signUpAgain()]);
      reasons.add(reason);
      const signIns = [PASSWORD, OTHER].map((one) => getReason(identity.signIn(email, one)));
      expect(await Promise.all(signIns)).toEqual([
        reason === "accepted" ? "accepted" : "CREDENTIALS_INVALID",
        "CREDENTIALS_INVALID",
      ]);
    }
    expect(reasons).toEqual(new Set(["accepted", "CODE_INVALID"]));
  });

  test("is forgotten once its code is used", async ({ identity }) => {
    const { email, code } = await signUpNew(identity);
    const count = async () => {
      const { rows } = await identity.admin.query<{ waiting: bigint; accounts: bigint }>(
        `SELECT (SELECT count(*) FROM identity.sign_up WHERE email = $1) AS waiting,
                (SELECT count(*) FROM identity.user_account WHERE email = $1) AS accounts`,
        [email],
      );
      return rows[0];
    };
    expect(await count()).toEqual({ waiting: 1n, accounts: 0n });
    await identity.verify(email, code);
    expect(await count()).toEqual({ waiting: 0n, accounts: 1n });
  });
});

describe("VerifyEmail", () => {
  test("takes a code once, even if several requests use it", async ({ identity }) => {
    const { email, code } = await signUpNew(identity);
    const race = [1, 2, 3, 4].map(() => getReason(identity.verify(email, code)));
    const reasons = (await Promise.all(race)).toSorted();
    expect(reasons).toEqual(["CODE_INVALID", "CODE_INVALID", "CODE_INVALID", "accepted"]);
  });

  test.for([
    [4, "accepted"],
    [5, "CODE_INVALID"],
  ] as const)("after %i wrong codes the right one is %s", async ([wrong, reason], { identity }) => {
    const { email, code } = await signUpNew(identity);
    for (let tries = 0; tries < wrong; tries++)
      expect(await getReason(identity.verify(email, wrongOf(code)))).toBe("CODE_INVALID");
    expect(await getReason(identity.verify(email, code))).toBe(reason);
  });

  test("counts a wrong code once for a repeated request", async ({ identity }) => {
    const { email, code } = await signUpNew(identity);
    const requestId = newId();
    for (let times = 0; times < 6; times++)
      expect(await getReason(identity.verify(email, wrongOf(code), requestId))).toBe(
        "CODE_INVALID",
      );
    expect(await getReason(identity.verify(email, code))).toBe("accepted");
  });

  test("refuses a code after ten minutes, and for another address", async ({ identity }) => {
    const [{ email, code }, other] = [await signUpNew(identity), await signUpNew(identity)];
    if (code !== other.code)
      expect(await getReason(identity.verify(other.email, code))).toBe("CODE_INVALID");
    await age(identity, email, "10 minutes");
    expect(await getReason(identity.verify(email, code))).toBe("CODE_INVALID");
  });
});

describe("SignIn", () => {
  test("answers a repeat with the same session until its token is used", async ({ identity }) => {
    const person = await identity.join();
    const { email } = person;
    const request = { requestId: newId(), email, password: PASSWORD, source: newSource() };
    const first = (await identity.client.signIn(request)).signedIn;
    const again = (await identity.client.signIn(request)).signedIn;
    expect(again?.session?.id).toBe(first?.session?.id);
    expect(await identity.listSessions(person)).toHaveLength(2);
    await identity.refresh(first?.refreshToken ?? "");
    expect(await getReason(identity.client.signIn(request))).toBe("SESSION_ENDED");
  });

  test("hashes a password anew if its hash is weaker than today's", async ({ identity }) => {
    const { email } = await identity.join();
    const weaker = await hash(PASSWORD, { memoryCost: 4_096, timeCost: 1 });
    await identity.admin.query(
      `UPDATE identity.user_account SET password_hash = $2 WHERE email = $1`,
      [email, weaker],
    );
    await identity.signIn(email);
    const { rows } = await identity.admin.query<{ hash: string }>(
      `SELECT password_hash AS hash FROM identity.user_account WHERE email = $1`,
      [email],
    );
    expect(rows[0]?.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await getReason(identity.signIn(email))).toBe("accepted");
  });

  test("ends the session used longest ago beyond fifty", async ({ identity }) => {
    const person = await identity.join();
    await identity.admin.query(
      `INSERT INTO identity.session (id, user_id, kind, salt, address, agent, last_used_at)
       SELECT gen_random_uuid(), $1, 'browser', decode(repeat('00', 16), 'hex'), '::1', '',
              now() + n * interval '1 second' FROM generate_series(1, 49) n`,
      [person.userId],
    );
    await identity.signIn(person.email);
    const sessions = await identity.listSessions(person);
    expect(sessions).toHaveLength(50);
    expect(sessions).not.toContain(person.sessionId);
  });
});

describe("ForgotPassword and ResetPassword", () => {
  test("set a new password, end all sessions and sign in", async ({ identity }) => {
    const person = await identity.join();
    await identity.forgot(person.email);
    const { signedIn } = await identity.reset(await identity.tokenFor(person.email));
    expect(signedIn?.user?.id).toBe(person.userId);
    expect(await identity.listSessions(person)).toEqual([signedIn?.session?.id]);
    expect(await getReason(identity.signIn(person.email))).toBe("CREDENTIALS_INVALID");
    expect(await getReason(identity.signIn(person.email, OTHER))).toBe("accepted");
  });

  test("take the newest token once, for half an hour", async ({ identity }) => {
    const { email } = await identity.join();
    const newToken = async () => {
      await identity.forgot(email);
      return await identity.tokenFor(email);
    };
    const [first, second] = [await newToken(), await newToken()];
    expect(await getReason(identity.reset(first))).toBe("CODE_INVALID");
    const race = [1, 2, 3].map(() => getReason(identity.reset(second)));
    const reasons = (await Promise.all(race)).toSorted();
    expect(reasons).toEqual(["CODE_INVALID", "CODE_INVALID", "accepted"]);
    const third = await newToken();
    await age(identity, email, "30 minutes");
    expect(await getReason(identity.reset(third))).toBe("CODE_INVALID");
  });

  test("keep a token whose new password was too weak", async ({ identity }) => {
    const { email } = await identity.join();
    await identity.forgot(email);
    const token = await identity.tokenFor(email);
    expect(await getReason(identity.reset(token, "password123"))).toBe("PASSWORD_TOO_WEAK");
    expect(await getReason(identity.reset(token))).toBe("accepted");
  });

  test("mail nothing to an address that is unknown or not confirmed", async ({ identity }) => {
    const [unknown, unconfirmed] = [newEmail(), newEmail()];
    await identity.signUp(unconfirmed);
    for (const email of [unknown, unconfirmed]) await identity.forgot(email);
    expect(await identity.mailsTo(unknown)).toEqual([]);
    expect(await identity.mailsTo(unconfirmed)).toHaveLength(1);
  });
});

describe("UpdateUser", () => {
  test("changes a password, and ends every other session", async ({ identity }) => {
    const person = await identity.join();
    await identity.signIn(person.email);
    const [change, requestId] = [{ password: { current: PASSWORD, next: OTHER } }, newId()];
    const first = await identity.update(person, change, requestId);
    expect(await identity.listSessions(person)).toEqual([person.sessionId]);
    expect(await getReason(identity.signIn(person.email))).toBe("CREDENTIALS_INVALID");
    expect(await getReason(identity.signIn(person.email, OTHER))).toBe("accepted");
    // A repeat is answered, though the former password is gone.
    expect(await identity.update(person, change, requestId)).toEqual(first);
  });

  test("refuses a wrong password, and a new one made of hints", async ({ identity }) => {
    const person = await identity.join();
    const change = (current: string, next: string) => {
      const password = { current, next, hints: ["Galactic Chess Arena"] };
      return getReason(identity.update(person, { password }));
    };
    expect(await change(WRONG, OTHER)).toBe("CREDENTIALS_INVALID");
    expect(await change(PASSWORD, "galacticchessarena")).toBe("PASSWORD_TOO_WEAK");
    expect(await change(PASSWORD, OTHER)).toBe("accepted");
  });
});

describe("hashing", () => {
  test("runs a bounded number at once, and refuses what would wait too long", async () => {
    const hasher = createHasher(2, 3);
    const hashes = Array.from({ length: 8 }, () => hasher.hash("a password"));
    const [first, ...others] = (await Promise.allSettled(hashes)).toReversed();
    expect(first).toMatchObject({ reason: { reason: "OVERLOADED" } });
    expect(others.filter(({ status }) => status === "rejected")).toHaveLength(2);
    await hasher.hash("a password");
  });

  test("frees its place if a hash cannot be read", async () => {
    const hasher = createHasher(1, 0);
    await expect(hasher.verify("no hash", "a password")).rejects.toThrow(/./);
    const hashed = await hasher.hash("pass\u0065\u0301word");
    // The same characters, spelled otherwise.
    expect(await hasher.verify(hashed, "pass\u00e9word")).toBe(true);
    expect(await hasher.verify(hashed, "password")).toBe(false);
  });
});
