import { createKeyring } from "@tms/kit/values/keyring";
import { describe, expect, test } from "vitest";
import { identity } from "../src/context.ts";

const { readConfig } = identity;

const development = {
  DATABASE_URL: "postgres://tms_identity:x@127.0.0.1/tms",
  CALLERS_FILE: "/callers.json",
  SESSION_KEY: createKeyring("local"),
  SECRETS_KEY: createKeyring("local"),
};
const production = {
  ...development,
  NODE_ENV: "production",
  SESSION_KEY: `${createKeyring("b")},${createKeyring("a")}`,
  SECRETS_KEY: createKeyring("a"),
  PUBLIC_URL: "https://tms.example/",
  SMTP_URL: "smtp://smtp.example",
  MAIL_FROM: "tms@example.com",
};

describe("the settings", () => {
  test("have a mailbox instead of SMTP in development", () => {
    expect(readConfig(development)).toMatchObject({
      port: 7106,
      probePort: 7206,
      settings: {
        publicUrl: "http://127.0.0.1:8080",
        mail: { smtpUrl: undefined, from: "tms@localhost" },
      },
    });
  });

  test("are whole in production", () => {
    const { publicUrl, sessionKeys } = readConfig(production).settings;
    expect(publicUrl).toBe("https://tms.example");
    expect(sessionKeys.map(({ id }) => id)).toEqual(["b", "a"]);
  });

  test.each(["SMTP_URL", "MAIL_FROM", "PUBLIC_URL", "SESSION_KEY", "SECRETS_KEY"])(
    "refuse a production without %s",
    (name) => {
      expect(() => readConfig({ ...production, [name]: "" })).toThrow(`${name} is missing`);
    },
  );

  test.each(["SESSION_KEY", "SECRETS_KEY"])("refuse the %s of start in production", (name) => {
    const local = createKeyring("local");
    expect(() => readConfig({ ...production, [name]: local })).toThrow(
      `${name} contains a key that \`start\` generated`,
    );
  });

  test("name a malformed key without quoting it", () => {
    const config = { ...development, SESSION_KEY: "a:not-base64-but-secret" };
    expect(() => readConfig(config)).toThrow(/^(?!.*secret).*SESSION_KEY must be id:key/s);
  });
});
