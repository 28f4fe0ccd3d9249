import { createServer } from "node:http";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { scratchFolder } from "./fixtures/scene.ts";
import { engineAnswers } from "../src/redis/container.ts";

it("knows whether a container engine answers", async () => {
  const socket = join(await scratchFolder(), "engine.sock");
  expect(await engineAnswers({ DOCKER_HOST: `unix://${socket}` })).toBe(false);

  const engine = createServer((request, response) => {
    response.writeHead(request.url === "/_ping" ? 200 : 404).end("OK");
  }).listen(socket);
  onTestFinished(() => void engine.close());
  expect(await engineAnswers({ DOCKER_HOST: `unix://${socket}` })).toBe(true);
});
