import { execFile } from "node:child_process";
import { readdir } from "node:fs/promises";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { paste } from "../samples/paste.ts";
import { repository } from "@tms/stack/paths";
import { accessOf, apiOfStart, leftovers, running, scene, Start } from "./start-process.ts";

describe("start", () => {
  test("prints curl lines that work when pasted, finds its data and its key again after it was killed, and Ctrl-C leaves no process behind", async () => {
    const { folder, ports, start: killed } = await running();
    const lines = killed.output.split("\n").filter((line) => /^(T=|curl )/.test(line));
    expect(lines).toHaveLength(3);
    const pasted = await paste(lines.join("\n"), folder);
    expect(pasted).toContain('"status":"published"');
    expect(pasted).toContain('"message":"Tournament joined successfully"');

    const second = new Start(folder, ports);
    expect(await second.exited()).toBe(1);
    expect(second.output).toMatch(/already|another|running/i);
    expect(second.output).not.toMatch(/^\s+at /m);

    const access = await accessOf(folder);
    const { tournaments } = (await (await apiOfStart(killed, folder)).get("/tournament")).body;
    killed.child.kill("SIGKILL");
    await killed.exited();
    const start = new Start(folder, ports);
    await start.running();
    expect(await accessOf(folder)).toBe(access);
    const api = await apiOfStart(start, folder);
    expect((await api.get("/tournament")).body.tournaments).toEqual(tournaments);
    expect(await start.interrupt()).toBe(0);
    await expect.poll(() => leftovers(folder)).toEqual([]);
  });

  test("runs its queue on Postgres where there is no Redis", async () => {
    const { folder, start } = await running({ TMS_QUEUE: "postgres" });
    expect(start.output).toContain("the queue runs on Postgres");
    // As package.json has them, told nothing but where the data lies.
    const command = async (...args: string[]) => {
      const env = { ...process.env, TMS_DATA_DIR: folder };
      const options = { cwd: repository, env };
      return (await promisify(execFile)("pnpm", ["--silent", "run", ...args], options)).stdout;
    };
    expect(await command("tms", "migrate")).toContain("wallet: up to date");
    expect(await command("tms", "game", "list")).toContain("Demo Game");
    const stdout = await command("demo");
    expect(stdout).toContain("balanced: in    2500.00 = out    2500.00");
    expect(await command("tms", "audit")).toContain("The audit is clean");
    expect(await start.interrupt()).toBe(0);
  });

  test("tells its own address where the terminal has that of an earlier start", async () => {
    const { folder, ports, start } = await running({ PUBLIC_URL: "http://127.0.0.1:1" });
    const { body } = await (await apiOfStart(start, folder)).get("/nowhere");
    expect(body.type).toBe(`http://127.0.0.1:${ports[1]}/problems/route-not-found`);
    expect(await start.interrupt()).toBe(0);
  });

  test("tells how to use it when asked, and where to ask when misunderstood; starts nothing", async () => {
    const { folder } = await scene();
    for (const option of ["--help", "-h"]) {
      const asked = new Start(folder, [option]);
      expect(await asked.exited()).toBe(0);
      for (const told of ["--fresh", "--port N", "--service-port N", "DATABASE_URL", "Exit codes"])
        expect(asked.output).toContain(told);
    }
    for (const [option, value, said] of [
      ["--prot", "8080", "\nUnknown option '--prot'\nRun `start --help` to list the options.\n\n"],
      [
        "--replicas",
        "game",
        "\n--replicas game is not valid.\nUse names of processes with numbers",
      ],
    ] as const) {
      const misunderstood = new Start(folder, [option, value]);
      expect(await misunderstood.exited()).toBe(1);
      expect(misunderstood.output.slice(0, said.length)).toBe(said);
    }
    expect(await readdir(folder)).toEqual([]);
  });
});
