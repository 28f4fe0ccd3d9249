import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { parseBlocks } from "@tms/site/fence";
import { repository } from "@tms/stack/paths";
import { makeScratch } from "@tms/stack/testing/scratch";
import { expect, onTestFinished, test } from "vitest";
import { isInstalled } from "./installed.ts";

const run = promisify(execFile);

const DEPOSIT = JSON.stringify({ transaction: { amount: 10 } });

const refuse: RequestListener = (_, reply) =>
  reply
    .writeHead(409, { "content-type": "application/problem+json", "retry-after": "1" })
    .end(JSON.stringify({ code: "request_in_flight" }));
const deposit: RequestListener = (_, reply) => reply.writeHead(201).end(DEPOSIT);

const LOSSES: [string, RequestListener][] = [
  ["reset", ({ socket }) => socket.resetAndDestroy()],
  ["closed", ({ socket }) => socket.end()],
  [
    "closed within the response",
    ({ socket }) => socket.end("HTTP/1.1 201 Created\r\ncontent-length: 99\r\n\r\n{"),
  ],
];

const GO_MAIN = `
func main() {
	status, content, err := post("/wallet/ada/deposit", map[string]any{"amount": 10}, "${randomUUID()}")
	var answer struct{ Transaction struct{ Amount json.Number } }
	if err != nil || json.Unmarshal(content, &answer) != nil {
		panic(err)
	}
	fmt.Println(status, answer.Transaction.Amount)
}`;
const RUNNERS = [
  { tab: "TypeScript", program: process.execPath, args: [], file: "deposit.mts", main: "" },
  { tab: "Python", program: "python3", args: [], file: "deposit.py", main: "" },
  { tab: "Go", program: "go", args: ["run"], file: "deposit.go", main: GO_MAIN },
];
const CASES = RUNNERS.flatMap((runner) =>
  LOSSES.map(([loss, lose]) => ({ ...runner, loss, lose })),
);

test.for(CASES)(
  "post() in $tab retries with the same key if its connection is $loss",
  async ({ tab, program, args, file, main, lose }, { skip }) => {
    skip(!(await isInstalled(program)), `${program} is not installed`);
    const steps = [lose, refuse, deposit];
    const keys: unknown[] = [];
    const server = createServer((request, reply) => {
      keys.push(request.headers["idempotency-key"]);
      steps.shift()?.(request, reply);
    });
    onTestFinished(() => void server.close());
    await once(server.listen(0, "127.0.0.1"), "listening");
    const page = await readFile(join(repository, "docs/guide/idempotency.md"), "utf8");
    const sample = parseBlocks("idempotency.md", page).find((block) => block.tab === tab);
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { folder, remove } = await makeScratch("repeats");
    onTestFinished(remove);
    const path = join(folder, file);
    await writeFile(path, `${sample?.code}${main}`);
    const env = { ...process.env, TMS_BASE_URL: url, TMS_API_KEY: "tms_test_1" };
    const { stdout } = await run(program, [...args, path], { env });
    expect(stdout).toBe("201 10\n");
    expect(keys).toEqual(Array(3).fill(expect.stringMatching(/^[0-9a-f-]{36}$/)));
    expect(new Set(keys).size).toBe(1);
  },
);
