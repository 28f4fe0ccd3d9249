import { Type, type TProperties } from "typebox";

const failed = Type.Object(
  {
    status: Type.Integer({ minimum: 400, maximum: 599 }),
    problem: Type.Unsafe<object>({ $ref: "Problem#" }),
  },
  { description: "It failed, alone: what it would be answered with if it had come alone." },
);

/** What became of one item of a request that has many: what is told where it succeeded, or its problem. */
export const result = <S extends number, P extends TProperties>(statuses: S[], told: P) =>
  Type.Union([
    Type.Object(
      { status: Type.Enum(statuses), ...told },
      { description: "It succeeded, with the status it would have if it had come alone." },
    ),
    failed,
  ]);
