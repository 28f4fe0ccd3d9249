import { Type, type TProperties } from "typebox";

const failed = Type.Object(
  {
    status: Type.Integer({
      minimum: 400,
      maximum: 599,
      description: "The HTTP status that a request with only this item would return.",
    }),
    problem: Type.Unsafe<object>({ $ref: "Problem#" }),
  },
  {
    description: "The problem of a failed item: what a request with only this item would return.",
  },
);

/** What became of one item of a request that has many: what is told where it succeeded, or its problem. */
export const result = <S extends number, P extends TProperties>(statuses: S[], told: P) =>
  Type.Union([
    Type.Object(
      {
        status: Type.Enum(statuses, {
          description: "The HTTP status that a request with only this item would return.",
        }),
        ...told,
      },
      {
        description:
          "The result of a successful item: what a request with only this item would return.",
      },
    ),
    failed,
  ]);
