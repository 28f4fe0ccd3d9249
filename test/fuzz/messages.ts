import { ScalarType, type DescEnum, type DescField, type DescMessage } from "@bufbuild/protobuf";
import fc from "fast-check";
import { hostileId, hostileText } from "./values.ts";

// Services believe each other in what environment a game is; the inner game is live.
const BELIEVED: Readonly<Record<string, unknown>> = { test: false };

/** The content of a message, as `create` takes it. */
export type Content = Record<string, unknown>;

// Names in braces are filled in before a message is sent; see target.ts.
const BY_NAME: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  game_id: fc.constant("{{innerGame.0}}"),
  tournament_id: fc.nat(5).map((index) => `{{innerTournament.${index}}}`),
  request_id: fc.uuid(),
  handle: fc.nat(9).map((index) => `{{gamer.${index}}}`),
  currency: fc.constant("USD"),
  page_token: fc.constantFrom("", "{{innerCursor.0}}", "{{innerCursor.1}}"),
};

/** Contents of a message type: of each field one that may fit, or one at an edge. */
export function contents(type: DescMessage, depth = 0): fc.Arbitrary<Content> {
  const fields = type.fields.filter((field) => field.oneof === undefined);
  const plain = fc.record(
    Object.fromEntries(fields.map((field) => [field.localName, fieldValue(field, depth)])),
    {
      requiredKeys: [],
    },
  );
  const choices = type.oneofs.map((oneof) =>
    fc
      .option(
        fc.oneof(
          ...oneof.fields.map((field) =>
            fieldValue(field, depth).map((value) => ({ case: field.localName, value })),
          ),
        ),
      )
      .map((choice) => ({ [oneof.localName]: choice ?? { case: undefined } })),
  );
  return fc.tuple(plain, ...choices).map((parts) => Object.assign({}, ...parts) as Content);
}

const DEEPEST = 3;

function fieldValue(field: DescField, depth: number): fc.Arbitrary<unknown> {
  switch (field.fieldKind) {
    case "message":
      return depth < DEEPEST ? contents(field.message, depth + 1) : fc.constant({});
    case "enum":
      return enumValue(field.enum);
    case "list": {
      const item =
        field.listKind === "message"
          ? depth < DEEPEST
            ? contents(field.message, depth + 1)
            : fc.constant({})
          : field.listKind === "enum"
            ? enumValue(field.enum)
            : scalar(field.scalar, field.name);
      return fc.oneof(
        { weight: 9, arbitrary: fc.array(item, { maxLength: 4 }) },
        { weight: 1, arbitrary: item.chain(longList) },
      );
    }
    case "scalar":
      if (field.name in BELIEVED) return fc.constant(BELIEVED[field.name]);
      return fc.oneof(
        { weight: 5, arbitrary: BY_NAME[field.name] ?? scalar(field.scalar, field.name) },
        { weight: 1, arbitrary: scalar(field.scalar, field.name) },
      );
    default:
      return fc.constant({});
  }
}

// Services take 4 MiB. What is far larger is refused alike, and would not fit into memory here.
const LARGEST_LIST = 5 * 1024 * 1024;
const LENGTHS = [101, 1_001, 10_001];

function longList<T>(item: T): fc.Arbitrary<T[]> {
  const fitting = LENGTHS.filter((length) => length * fc.stringify(item).length <= LARGEST_LIST);
  return fc.constantFrom(1, ...fitting).map((length) => Array.from({ length }, () => item));
}

const enumValue = (type: DescEnum): fc.Arbitrary<number> =>
  fc.constantFrom(...type.values.map(({ number }) => number), 99, -1, 2_147_483_647);

const INT32 = [0, 1, -1, 50, 1_001, 2_147_483_647, -2_147_483_648];
const INT64 = [0n, 1n, -1n, 100n, 2n ** 53n, 2n ** 63n - 1n, -(2n ** 63n), 253_402_300_800n];

function scalar(type: ScalarType, name: string): fc.Arbitrary<unknown> {
  switch (type) {
    case ScalarType.STRING:
      return name.endsWith("id") ? fc.oneof(fc.uuid(), hostileId, hostileText) : hostileText;
    case ScalarType.BYTES:
      return fc.uint8Array({ maxLength: 64 });
    case ScalarType.BOOL:
      return fc.boolean();
    case ScalarType.DOUBLE:
    case ScalarType.FLOAT:
      return fc.double();
    case ScalarType.INT64:
    case ScalarType.SINT64:
    case ScalarType.SFIXED64:
      return fc.constantFrom(...INT64);
    case ScalarType.UINT64:
    case ScalarType.FIXED64:
      return fc.constantFrom(0n, 1n, 2n ** 64n - 1n);
    case ScalarType.UINT32:
    case ScalarType.FIXED32:
      return fc.constantFrom(0, 1, 4_294_967_295);
    default:
      return fc.constantFrom(...INT32);
  }
}
