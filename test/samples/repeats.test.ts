import { execFile } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { blocksOf } from "@tms/site/markdown/fence";
import { repository } from "@tms/stack/paths";
import { expect, onTestFinished, test } from "vitest";

const refuse: RequestListener = (_, reply) =>
  reply
    .writeHead(409, { "content-type": "application/problem+json", "retry-after": "1" })
    .end(JSON.stringify({ code: "request_in_flight" }));
const deposit: RequestListener = (_, reply) =>
  reply.writeHead(201).end(JSON.stringify({ transaction: { amount: 10 } }));

test.for<[string, RequestListener]>([
  ["reset", ({ socket }) => socket.resetAndDestroy()],
  ["closed", ({ socket }) => socket.end()],
])("the guide's post() waits under one key if its connection is %s", async ([, lose]) => {
  const steps = [lose, refuse, deposit];
  const keys: unknown[] = [];
  const server = createServer((request, reply) => {
    keys.push(request.headers["idempotency-key"]);
    steps.shift()?.(request, reply);
  });
  onTestFinished(() => void server.close());
  await once(server.listen(0, "127.0.0.1"), "listening");
  const page = await readFile(join(repository, "docs/guide/idempotency.md"), "utf8");
  const sample = blocksOf("idempotency.md", page).find(({ code }) => code.includes("post("));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const child = execFile(
    process.execPath,
    ["--input-type=module-typescript", "--eval", sample?.code ?? ""],
    { env: { TMS_BASE_URL: url, TMS_API_KEY: "tms_test_1" } },
  );
  const printed = once(child.stdout ?? child, "data");
  expect(await once(child, "exit")).toEqual([0, null]);
  expect(String(await printed)).toBe("201 10\n");
  expect(keys).toEqual(Array(3).fill(expect.stringMatching(/^[0-9a-f-]{36}$/)));
  expect(new Set(keys).size).toBe(1);
});
