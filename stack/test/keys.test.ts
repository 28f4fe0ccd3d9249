import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { LOCAL_KEY_ID, parseKeyring } from "@tms/kit/values/keyring";
import { expect, test } from "vitest";
import { makeIdentityKeys } from "../src/system/keys.ts";
import { scratchFolder } from "./fixtures/scene.ts";

test("a folder's keys are made once, for its owner alone, and differ from another's", async () => {
  const folder = await scratchFolder();
  const keys = await makeIdentityKeys(folder);
  for (const key of Object.values(keys))
    expect(parseKeyring(key)).toEqual([{ id: LOCAL_KEY_ID, key: expect.any(Buffer) }]);
  expect(keys.SESSION_KEY).not.toBe(keys.SECRETS_KEY);
  expect(await makeIdentityKeys(folder)).toEqual(keys);
  expect((await stat(join(folder, "identity-keys.json"))).mode & 0o777).toBe(0o600);
  expect(await makeIdentityKeys(await scratchFolder())).not.toEqual(keys);
});

test("what is no key is made anew, and the other is kept", async () => {
  const folder = await scratchFolder();
  const { SESSION_KEY } = await makeIdentityKeys(folder);
  const file = join(folder, "identity-keys.json");
  await writeFile(file, JSON.stringify({ SESSION_KEY, SECRETS_KEY: "nonsense" }));
  const mended = await makeIdentityKeys(folder);
  expect(mended.SESSION_KEY).toBe(SESSION_KEY);
  expect(parseKeyring(mended.SECRETS_KEY)).toBeDefined();
  expect(JSON.parse(await readFile(file, "utf8"))).toEqual(mended);
});
