import { gzipSync } from "node:zlib";
import { expect, inject, test } from "vitest";

// A page on a slow line begins with the entry script; pages bring the rest when they are looked at.
const MOST_BYTES = 250_000;

test("what every page of the dashboard loads first is small", async () => {
  const page = await text("/dashboard/");
  const scripts = [...page.matchAll(/(?:src|href)="(\/dashboard\/assets\/[^"]+\.js)"/g)];
  const names = new Set(scripts.map(([, name]) => name ?? ""));
  expect(names.size).toBeGreaterThan(0);
  const sizes = await Promise.all(
    [...names].map(async (name) => gzipSync(await text(name)).length),
  );
  const total = sizes.reduce((sum, size) => sum + size, 0);
  console.log(`the entry script: ${total.toLocaleString("en")} bytes gzipped`);
  expect(total).toBeGreaterThan(10_000);
  expect(total).toBeLessThan(MOST_BYTES);
});

async function text(path: string): Promise<string> {
  const answer = await fetch(`${inject("baseUrl")}${path}`);
  expect(answer.status).toBe(200);
  return await answer.text();
}
