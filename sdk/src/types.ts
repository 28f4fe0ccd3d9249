import type { Result } from "./client/http.ts";
import type { components, operations } from "./api/schema.ts";

type Schemas = components["schemas"];
type Operation = keyof operations;

/** The JSON body of an operation. */
export type BodyOf<O extends Operation> = operations[O] extends {
  requestBody?: { content: { "application/json": infer Body } };
}
  ? Body
  : never;

/** The query parameters of a list, but for its pages. */
export type QueryOf<O extends Operation> = Omit<
  NonNullable<operations[O]["parameters"]["query"]>,
  "cursor"
>;

/** What an operation answers when it succeeds. */
export type AnswerOf<O extends Operation> = Extract<
  operations[O]["responses"][keyof operations[O]["responses"]],
  { content: { "application/json": unknown } }
>["content"]["application/json"];

/** The same, with the id of its request. */
export type Answer<O extends Operation> = Promise<Result<AnswerOf<O>>>;

// What the API answers with, by the names that its document gives.
export type Tournament = Schemas["Tournament"];
export type TournamentListItem = Schemas["TournamentListItem"];
export type Entry = Schemas["Entry"];
export type Gamer = Schemas["Gamer"];
export type Settlement = Schemas["Settlement"];
export type Payout = Schemas["Payout"];
export type StatementLine = Schemas["StatementLine"];
export type Seal = Schemas["Seal"];
export type TimelinePoint = Schemas["TimelinePoint"];
export type Wallet = Schemas["Wallet"];
export type GameAccount = Schemas["GameAccount"];
export type Transaction = Schemas["Transaction"];
/** A request as the request log has it. */
export type LoggedRequest = Schemas["Request"];
