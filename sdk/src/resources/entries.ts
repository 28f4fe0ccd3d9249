/** One handle, or several. */
export type Gamers = string | readonly string[];

export const toGamers = (gamers: Gamers) =>
  typeof gamers === "string" ? { gamer: gamers } : { gamers: [...gamers] };
