import { Type } from "typebox";

export const ProblemSchema = Type.Object(
  {
    type: Type.String({ format: "uri", description: "The page that explains this type." }),
    title: Type.String({ description: "The same for every problem of this type." }),
    status: Type.Integer(),
    detail: Type.String({ description: "What went wrong this time, in a sentence." }),
    instance: Type.String({ description: "The path of the request." }),
    code: Type.String({ description: "Stable machine code." }),
    requestId: Type.String({ description: "The request's X-Request-Id." }),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          pointer: Type.String({
            description: "JSON pointer into the body; /query/… and /path/… for the other parts.",
          }),
          detail: Type.String(),
        }),
      ),
    ),
    oldestSequence: Type.Optional(
      Type.Integer({ description: "Of `events_expired`: the first event that is kept." }),
    ),
    tournament: Type.Optional(
      Type.String({ description: "Of `external_id_taken`: the tournament that has it." }),
    ),
  },
  {
    $id: "Problem",
    description: "A failed request (RFC 9457).",
    examples: [
      {
        type: "https://api.example.com/problems/tournament-full",
        title: "All seats are taken",
        status: 409,
        detail: "All seats of the tournament are taken.",
        instance: "/tournament/0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11/join",
        code: "tournament_full",
        requestId: "0197d9a5-11c2-7f0e-8a54-7f3f2a9b6c01",
      },
    ],
  },
);
