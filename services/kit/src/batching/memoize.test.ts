import { expect, test, vi } from "vitest";
import { memoize } from "./memoize.ts";

test("makes it once, for whoever asks", async () => {
  const make = vi.fn<() => Promise<object>>(async () => ({}));
  const get = memoize(make);
  const [first, second] = await Promise.all([get(), get()]);
  expect(second).toBe(first);
  expect(await get()).toBe(first);
  expect(make).toHaveBeenCalledTimes(1);
});

test("a failure is not kept", async () => {
  const make = vi
    .fn<() => Promise<string>>(async () => "made")
    .mockRejectedValueOnce(new Error("not this time"));
  const get = memoize(make);
  await expect(get()).rejects.toThrow("not this time");
  expect(await get()).toBe("made");
});
