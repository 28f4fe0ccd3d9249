/** Where a request comes from. */
export interface Source {
  address: string;
  agent: string;
}

const LONGEST_AGENT = 200;

/** A source as it is stored with a session. */
export const sourceOf = ({ address, agent }: Source): Source => ({
  address,
  // Postgres cannot store U+0000.
  agent: agent.replaceAll("\0", "").slice(0, LONGEST_AGENT),
});
