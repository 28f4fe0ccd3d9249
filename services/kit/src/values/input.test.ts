import { expect, test } from "vitest";
import { nameOf } from "./input.ts";

test.for([
  "",
  " \t\n\u00a0\u3000",
  "\u200b",
  "\u3164",
  "\uffa0\u1160",
  "\u2800",
  "\u2060\ufeff",
  "\u200d\u200c",
  "\ufe0f",
  "\u00ad\u180e",
  "\u{e0020}",
  "\u{1d159}",
  "\ufff9\ufffb",
])("refuses the name %j, which shows nothing", (name) => {
  expect(() => nameOf("terms.name", name, 100)).toThrow(
    expect.objectContaining({
      reason: "INVALID_ARGUMENT",
      fields: [{ field: "terms.name", description: "must have at least one visible character" }],
    }),
  );
});

test.for([
  "می\u200cخواهم",
  "👨\u200d👩\u200d👧",
  "❤\ufe0f",
  "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
  "한글",
  "\u1100\u1160",
  "\u0600",
  "⠿",
  ".",
])("keeps the name %j", (name) => {
  expect(nameOf("name", name, 100)).toBe(name.normalize("NFC"));
});
