import fc from "fast-check";
import { mostly } from "./mostly.ts";
import type { Operation } from "./operations.ts";

type Headers = [name: string, value: string][];

const BY_KEY = mostly<Headers>(
  [["x-api-key", "{{key.0}}"]],
  [["authorization", "ApiKey {{key.0}}"]],
  [
    ["x-api-key", "{{key.0}}"],
    ["authorization", "apikey {{key.0}}"],
  ],
  [
    ["x-api-key", "{{key.0}}"],
    ["authorization", "ApiKey {{foreignKey.0}}"],
  ],
  [
    ["x-api-key", "{{key.0}}"],
    ["x-api-key", "{{foreignKey.0}}"],
  ],
  [
    ["authorization", "ApiKey {{key.0}}"],
    ["authorization", "Basic eDp5"],
  ],
  [["x-api-key", "\u00ff\u00fe"]],
  [["x-api-key", "x".repeat(9_000)]],
  [["authorization", "Bearer x.y.z"]],
  [],
);
const PERSON: Headers[number] = ["authorization", "Bearer {{personToken.0}}"];
const BY_PERSON = mostly<Headers>(
  [PERSON, ["x-game-id", "{{teamEnvironment.0}}"]],
  [PERSON],
  [PERSON, ["x-game-id", "{{teamEnvironment.1}}"]],
  [PERSON, ["x-game-id", "{{game.0}}"]],
  [PERSON, ["x-game-id", "x".repeat(200)]],
  [PERSON, ["x-api-key", "{{key.0}}"]],
  [["x-api-key", "{{key.0}}"]],
  [],
);
// A person in the game whose key the attacker has.
const BY_PERSON_FOR_KEY = mostly<Headers>(
  [PERSON, ["x-game-id", "{{game.0}}"]],
  [PERSON],
  [PERSON, ["x-game-id", "{{foreignGame.0}}"]],
  [PERSON, ["x-game-id", "{{teamEnvironment.0}}"]],
  [PERSON, ["x-game-id", "{{game.0}}"], ["x-api-key", "{{key.0}}"]],
  [PERSON, ["x-game-id", ""]],
);

/** The credentials an operation takes, or others. */
export function credentialsFor({ takes }: Operation): fc.Arbitrary<Headers> {
  if (takes.key && takes.token) return fc.oneof(BY_KEY, BY_PERSON_FOR_KEY);
  return takes.key ? BY_KEY : BY_PERSON;
}
