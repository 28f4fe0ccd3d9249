import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Keeping, keepAnswers } from "./kept-answers.ts";
import { memoize } from "./shared-calls.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date", "performance"] }));
afterEach(() => void vi.useRealTimers());

const KEEPING = { nameOf: (name: string) => name, forMs: 5_000, max: 2 };

/** Creates a cache of numbered answers. "nothing" has no answer, and `trouble.with` fails. */
function numbered(keeping: Partial<Keeping<string>> = {}) {
  const asked: string[] = [];
  const trouble = { with: "" };
  const find = keepAnswers(
    async (name: string) => {
      const number = asked.push(name);
      // The answer takes a turn of the event loop.
      await Promise.resolve();
      if (name === trouble.with) throw new Error("planted");
      return name === "nothing" ? undefined : { name, number };
    },
    { ...KEEPING, ...keeping },
  );
  return { find, asked, trouble };
}

test("is asked once, however many wait for the answer", async () => {
  const { find, asked } = numbered();
  const answers = await Promise.all([find("a"), find("a"), find("b"), find("a")]);
  expect(answers.map((answer) => answer?.number)).toEqual([1, 1, 2, 1]);
  expect(asked).toEqual(["a", "b"]);
});

test("an answer is told again until it is old, counted from its question", async () => {
  const answers: ((answer: object) => void)[] = [];
  const find = keepAnswers(() => new Promise<object>((resolve) => answers.push(resolve)), KEEPING);
  const first = find("a");
  vi.advanceTimersByTime(3_000);
  answers[0]?.({ number: 1 });
  expect(await first).toEqual({ number: 1 });
  vi.advanceTimersByTime(1_999);
  expect(await find("a")).toEqual({ number: 1 });
  vi.advanceTimersByTime(1);
  const second = find("a");
  answers[1]?.({ number: 2 });
  expect(await second).toEqual({ number: 2 });
});

test.each([-200_000, 200_000])(
  "a clock that is set by %i ms makes none older or younger",
  async (ms) => {
    const { find } = numbered();
    await find("a");
    vi.setSystemTime(Date.now() + ms);
    expect(await find("a")).toEqual({ name: "a", number: 1 });
    vi.advanceTimersByTime(5_000);
    expect(await find("a")).toEqual({ name: "a", number: 2 });
  },
);

test("a failure is told to all who wait for it, and asked again by who comes later", async () => {
  const { find, asked, trouble } = numbered();
  trouble.with = "a";
  const both = await Promise.allSettled([find("a"), find("a")]);
  expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(asked).toEqual(["a"]);
  trouble.with = "";
  expect(await find("a")).toEqual({ name: "a", number: 2 });
});

test("what does not exist is not kept, and pushes out nothing that does", async () => {
  const { find, asked } = numbered();
  await find("a");
  await find("b");
  for (const _ of [1, 2, 3]) expect(await find("nothing")).toBeUndefined();
  await find("a");
  await find("b");
  expect(asked).toEqual(["a", "b", "nothing", "nothing", "nothing"]);
});

test("beyond so many, what was longest not asked for is forgotten", async () => {
  const { find, asked } = numbered();
  for (const name of ["a", "b", "a", "c", "a", "b"]) await find(name);
  expect(asked).toEqual(["a", "b", "c", "b"]);
});

test("makes a value once, for whoever asks, and keeps no failure", async () => {
  const make = vi
    .fn<() => Promise<string>>(async () => "made")
    .mockRejectedValueOnce(new Error("not this time"));
  const get = memoize(make);
  await expect(get()).rejects.toThrow("not this time");
  expect(await Promise.all([get(), get()])).toEqual(["made", "made"]);
  expect(make).toHaveBeenCalledTimes(2);
});
