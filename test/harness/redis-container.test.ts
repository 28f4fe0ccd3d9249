import { createServer } from "node:http";
import { join } from "node:path";
import { makeScratch } from "@tms/stack/testing/scratch";
import { expect, onTestFinished, test } from "vitest";
import { engineAnswers } from "./redis-container.ts";

test("detects whether a container engine responds", async () => {
  const { folder, remove } = await makeScratch("engine");
  onTestFinished(remove);
  const socket = join(folder, "engine.sock");
  expect(await engineAnswers({ DOCKER_HOST: `unix://${socket}` })).toBe(false);

  const engine = createServer((request, response) => {
    response.writeHead(request.url === "/_ping" ? 200 : 404).end("OK");
  }).listen(socket);
  onTestFinished(() => void engine.close());
  expect(await engineAnswers({ DOCKER_HOST: `unix://${socket}` })).toBe(true);
});
