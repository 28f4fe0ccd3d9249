import { expect, test } from "vitest";
import { fields, table } from "./output.ts";

test("a table shows control characters and line breaks, and sends none to the terminal", () => {
  const reason = "Case 77:\r\n\u001b[2J\u009b31m a\tcheat\u2028";
  expect(
    table(
      [
        { gamer: "ada", reason, by: "\u007f" },
        { gamer: "J\u00f6rg \u{1f3c6}", reason: null, by: "system" },
      ],
      { GAMER: (row) => row.gamer, REASON: (row) => row.reason, BY: (row) => row.by },
    ),
  ).toBe(
    [
      "GAMER    REASON                                         BY",
      "ada      Case 77:\\r\\n\\u001b[2J\\u009b31m a\\tcheat\\u2028  \\u007f",
      "J\u00f6rg \u{1f3c6}  –                                              system",
    ].join("\n"),
  );
});

test("fields below each other are one line each, whatever their values hold", () => {
  expect(fields({ name: "Friday\n\u001b[8mopen", entries: 3, winner: null })).toBe(
    ["name     Friday\\n\\u001b[8mopen", "entries  3", "winner   –"].join("\n"),
  );
});
