import type { Allowed } from "./breaking-changes.ts";

const JSON_OF = "content/application~1json/schema/properties";

/** The responses that show API keys. */
const keyAnswers = [
  `~1key/get/responses/200/${JSON_OF}/keys/items/properties`,
  `~1key~1create/post/responses/201/${JSON_OF}/key/properties`,
  `~1key~1{keyId}~1roll/post/responses/201/${JSON_OF}/key/properties`,
  `~1key~1{keyId}~1roll/post/responses/201/${JSON_OF}/previous/properties`,
  `~1key~1{keyId}~1update/patch/responses/200/${JSON_OF}/key/properties`,
  `~1key~1{keyId}~1revoke/patch/responses/200/${JSON_OF}/key/properties`,
];

/** Intended breaking changes since the last release, each with its reason. */
export const ALLOWED: readonly Allowed[] = [
  {
    at: "/components/schemas/Entry/required/12",
    action: "add",
    why: "No request contains an Entry, so an additional response field breaks no client.",
  },
  {
    at: "/components/schemas/Entry/properties/state",
    action: "add",
    why: "No request contains an Entry, so an additional response field breaks no client.",
  },
  {
    at: "/components/schemas/Game/properties/environments/properties/test/required/1",
    action: "add",
    why: "No request contains a Game, so an additional response field breaks no client.",
  },
  {
    at: "/components/schemas/Game/properties/environments/properties/test/properties/clock",
    action: "add",
    why: "No request contains a Game, so an additional response field breaks no client.",
  },
  ...["required/4", "properties/disqualified"].map((part): Allowed => ({
    at: `/components/schemas/TimelinePoint/${part}`,
    action: "add",
    why: "No request contains a TimelinePoint, so an additional response field breaks no client.",
  })),
  ...["required/12", "required/13", "properties/detail", "properties/errors"].map(
    (part): Allowed => ({
      at: `/components/schemas/Request/${part}`,
      action: "add",
      why: "No request contains a Request, so an additional response field breaks no client.",
    }),
  ),
  ...keyAnswers.map((at): Allowed => ({
    at: `/paths/${at}/scopes/items/enum/5`,
    action: "add",
    why: "Only keys that were given scores:write have this scope.",
  })),
];
