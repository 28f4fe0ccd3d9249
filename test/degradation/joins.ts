import type { Part } from "./parts.ts";
import { post, type Row } from "./row.ts";

const ENTRY: readonly Part[] = ["postgres", "entry"];

/** The operations that let gamers in, and what they cannot do without. */
export const JOINS: readonly Row[] = [
  {
    operation: "joinTournament",
    when: "with a fee",
    needs: [...ENTRY, "wallet"],
    request: ({ paths }, name) => post(`${paths.toJoin}/join`, { gamer: name }),
  },
  {
    operation: "joinTournament",
    when: "without a fee",
    needs: ENTRY,
    request: ({ paths }, name) => post(`${paths.toJoinFree}/join`, { gamer: name }),
  },
  {
    operation: "joinTournament",
    when: "the first, with a fee",
    needs: [...ENTRY, "tournament", "wallet"],
    request: ({ paths }, name) => post(`${paths.toJoinFirst}/join`, { gamer: name }),
  },
  {
    operation: "joinTournament",
    when: "the first, without a fee",
    needs: [...ENTRY, "tournament"],
    request: ({ paths }, name) => post(`${paths.toJoinFirstFree}/join`, { gamer: name }),
  },
  {
    operation: "joinGamers",
    when: "with a fee",
    needs: [...ENTRY, "wallet"],
    request: ({ paths }, name) =>
      post(`${paths.toJoin}/joins`, { gamers: [`${name} one`, { gamer: `${name} two` }] }),
  },
  {
    operation: "joinGamers",
    when: "without a fee",
    needs: ENTRY,
    request: ({ paths }, name) => post(`${paths.toJoinFree}/joins`, { gamers: [`${name} three`] }),
  },
];
