import { parseActor } from "@tms/kit/values/actor";
import type { Timestamp } from "@bufbuild/protobuf/wkt";
import { Type } from "typebox";
import { idSchema, member, moment, nullable, text } from "./resource.ts";

/** The schema of the actor that made a change. */
export const actorSchema = Type.Object(
  {
    type: Type.Enum(["api_key", "user", "system"], {
      description: "`system` is the service itself.",
    }),
    id: nullable(idSchema("The id of the API key or person. Null for `system`.")),
  },
  { description: "The API key, person or system that made the change." },
);

interface Decided {
  reason: string;
  actor: string;
  time?: Timestamp | undefined;
}

/** The members of a decision on an entry or a score, except the decision itself. */
export const decidedFields = {
  reason: text("The reason for the decision.", ({ reason }: Decided) => reason),
  actor: member(actorSchema, ({ actor: name }: Decided) => {
    const actor = parseActor(name);
    if (actor === undefined) throw new Error("a service returned a decision without an actor");
    return { type: actor.type, id: actor.id };
  }),
  decidedAt: moment("When the decision was made.", ({ time }: Decided) => time),
};
