import { registerFake } from "@tms/kit/testing/fake";
import {
  chmod,
  chown,
  lstat,
  mkdtemp,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { formatCallers, parseCallers } from "@tms/kit/callers/file";
import { openCallers } from "@tms/kit/callers/gate";
import { digestCallerToken, isWellFormedCallerToken } from "@tms/kit/callers/token";
import { connectTo } from "@tms/kit/rpc/client";
import { newId } from "@tms/kit/values/ids";
import { serveForTest } from "@tms/kit/testing/serve";
import { GameService } from "@tms/proto/tms/game/v1/game";
import { editCallers } from "../src/callers.ts";
import { runTms } from "./tms.ts";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";

const GET_GAME = "tms.game.v1.GameService/GetGame";
const NOBODY = 65_534;
let file: string;

beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), "tms-caller-"));
  file = join(folder, "callers.json");
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
});

/** Does something as an ordinary account. A process of its own could not read a closed checkout. */
async function asNobody(action: () => Promise<unknown>): Promise<unknown> {
  process.setegid?.(NOBODY);
  process.seteuid?.(NOBODY);
  try {
    return await action();
  } finally {
    process.seteuid?.(0);
    process.setegid?.(0);
  }
}

const caller = (...words: string[]) => runTms({ CALLERS_FILE: file }, ["caller", ...words]);

const entries = async () => parseCallers(await readFile(file, "utf8"));

describe("tms caller", () => {
  test("adds callers to a file that only its owner can read, and shows each token once", async () => {
    const { code, stdout } = await caller("add", "reporting", "--rpc", GET_GAME);
    const token = stdout.trimEnd();
    expect([code, isWellFormedCallerToken(token)]).toEqual([0, true]);
    const gateway = (await caller("add", "gateway")).stdout.trimEnd();
    expect(await entries()).toEqual([
      { name: "reporting", digests: [digestCallerToken(token)], rpcs: [GET_GAME] },
      { name: "gateway", digests: [digestCallerToken(gateway)] },
    ]);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const { stdout: list } = await caller("list");
    expect(list).toMatch(
      new RegExp(`reporting +1 +${GET_GAME}\ngateway +1 +defined by the product`),
    );
  });

  test("rotates with two tokens good at once, while the service goes on", async () => {
    const old = (await caller("add", "reporting", "--rpc", GET_GAME)).stdout.trimEnd();
    const service = await serveForTest(async (log, shutdown) => ({
      services: [GameService],
      routes: (router) => registerFake(router, GameService, { getGame: () => ({}) }),
      ready: async () => true,
      callers: await openCallers(file, log, shutdown),
    }));
    onTestFinished(() => service.close());
    const outcome = (token: string) =>
      connectTo(GameService, service.url, token)
        .getGame({ gameId: newId() })
        .then(
          () => "served",
          (error: { reason: string }) => error.reason,
        );

    const fresh = (await caller("rotate", "reporting")).stdout.trimEnd();
    await expect.poll(() => outcome(fresh)).toBe("served");
    expect(await outcome(old)).toBe("served");
    expect(await caller("rotate", "reporting")).toMatchObject({
      code: 1,
      stderr: "The caller reporting already has two tokens. Retire the older one first.\n",
    });

    expect(await caller("retire", "reporting")).toMatchObject({ code: 0, stdout: "" });
    await expect.poll(() => outcome(old)).toBe("CALLER_UNKNOWN");
    expect(await outcome(fresh)).toBe("served");
    expect((await caller("retire", "reporting")).stderr).toContain("has only one token");

    expect((await caller("remove", "reporting")).code).toBe(0);
    await expect.poll(() => outcome(fresh)).toBe("CALLER_UNKNOWN");
  });

  test("keeps a caller that only another release knows, and says that it may call nothing", async () => {
    const other = { name: "reporter", digests: ["1".repeat(64)] };
    await writeFile(file, formatCallers([other]));
    const token = (await caller("add", "cli")).stdout.trimEnd();
    expect(await entries()).toEqual([other, { name: "cli", digests: [digestCallerToken(token)] }]);
    expect((await caller("list")).stdout).toMatch(
      /reporter +1 +none: this release does not know the caller/,
    );
  });

  test.for([
    [["add", "reporting"], "List the RPCs that reporting can call, with --rpc."],
    [["add", "reporting", "--rpc", `${GET_GAME}s`], `The RPC ${GET_GAME}s does not exist.`],
    [
      ["add", "reporting", "--rpc", "tms.game.v1.GamesService/*"],
      "The RPC tms.game.v1.GamesService/* does not exist.",
    ],
    [["add", "gateway", "--rpc", GET_GAME], "The product defines the RPCs of gateway."],
    [
      ["add", "Reporting", "--rpc", GET_GAME],
      "callers[1].name must start with a lower-case letter",
    ],
    [["add", "cli"], "The caller cli already exists."],
    [["rotate", "reporting"], "The caller reporting does not exist."],
    [["retire", "reporting"], "The caller reporting does not exist."],
    [["remove", "reporting"], "The caller reporting does not exist."],
  ] as const)("refuses %j in one line and changes nothing", async ([args, sentence]) => {
    const before = formatCallers([{ name: "cli", digests: ["0".repeat(64)] }]);
    await writeFile(file, before);
    const { code, stdout, stderr } = await caller(...args);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^[^\n]+\n$/);
    expect(stderr).toContain(sentence);
    expect(await readFile(file, "utf8")).toBe(before);
    await expect(stat(`${file}.new`)).rejects.toThrow("ENOENT");
  });

  test("refuses a file that is none, or that somebody else is changing", async () => {
    await writeFile(file, "{");
    expect((await caller("list")).stderr).toContain("the file must be JSON\n");
    await writeFile(file, '{ "callers": [] }');
    await writeFile(`${file}.new`, "");
    const { code, stderr } = await caller("add", "cli");
    expect([code, stderr]).toEqual([1, expect.stringContaining(`delete ${file}.new.\n`)]);
    expect(await entries()).toEqual([]);
  });

  test("leaves a file its owner and mode, and a link a link", async () => {
    const target = `${file}.target`;
    await writeFile(target, '{ "callers": [] }');
    if (process.getuid?.() === 0) await chown(target, NOBODY, NOBODY);
    await chmod(target, 0o640);
    await symlink(target, file);
    const { uid, gid, mode } = await stat(target);
    expect((await caller("add", "cli")).code).toBe(0);
    expect(await stat(target)).toMatchObject({ uid, gid, mode });
    expect((await lstat(file)).isSymbolicLink()).toBe(true);
    expect(await entries()).toHaveLength(1);
  });

  test.runIf(process.getuid?.() === 0)("refuses a file it cannot leave its owner", async () => {
    await writeFile(file, '{ "callers": [] }', { mode: 0o644 });
    await chown(dirname(file), NOBODY, NOBODY);
    const editing = asNobody(() => editCallers(file, (callers) => [...callers]));
    await expect(editing).rejects.toThrow(`${file} belongs to another account (0:0)`);
  });
});
