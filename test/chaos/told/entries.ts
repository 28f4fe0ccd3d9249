/** An entry as events tell it. */
export interface ToldEntry {
  handle: string;
  state: string;
  /** Whether it went out, and was not brought back from that; a disqualified one may have. */
  eliminated: boolean;
}

type Change = "entry.eliminated" | "entry.disqualified" | "entry.reinstated";

/** Takes a change of an entry into it; returns why it does not fit. */
export function foldEntry(
  entries: ReadonlyMap<string, ToldEntry>,
  change: Change,
  told: { id: string; state: string },
): string[] {
  const known = entries.get(told.id);
  if (known === undefined) return ["before the entry joined"];
  const before = known.state;
  const faults: string[] = [];
  if (change === "entry.eliminated") {
    if (before !== "in") faults.push(before === "eliminated" ? "twice" : `while it was ${before}`);
    Object.assign(known, { state: "eliminated", eliminated: true });
  } else if (change === "entry.disqualified") {
    if (before === "disqualified") faults.push("twice");
    known.state = "disqualified";
  } else {
    if (before === "in") faults.push("while it was in");
    // From a disqualification an entry comes back as it was, from an elimination in again.
    if (before === "eliminated") known.eliminated = false;
    known.state = known.eliminated ? "eliminated" : "in";
  }
  if (told.state !== known.state) faults.push(`as ${told.state}, not ${known.state}`);
  return faults;
}
