import { patch, type Row } from "./row.ts";

/** The operations that take gamers out or bring them back, and what they cannot do without. */
export const EXITS: readonly Row[] = [
  {
    operation: "eliminateGamers",
    needs: ["postgres", "entry"],
    request: ({ paths }) => patch(`${paths.toEliminate}/eliminate`, { gamer: "ada" }),
  },
  {
    operation: "disqualifyGamers",
    needs: ["postgres", "entry"],
    request: ({ paths }) =>
      patch(`${paths.toDisqualify}/disqualify`, { gamer: "ada", reason: "a drill" }),
  },
  {
    operation: "reinstateGamers",
    needs: ["postgres", "entry"],
    request: ({ paths }) =>
      patch(`${paths.toReinstate}/reinstate`, { gamer: "ada", reason: "a drill" }),
  },
];
