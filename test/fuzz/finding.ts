/** Something the system must not do under attack. */
export class Finding extends Error {
  override name = "Finding";
}

/** Fails the attack under way unless a condition holds. */
export function must(condition: boolean, otherwise: string): asserts condition {
  if (!condition) throw new Finding(otherwise);
}

// Words of the inside: stacks, SQL, files, runtime errors, drivers, addresses of services.
const INTERNAL =
  /\bat \S+ \(|node:internal|node_modules|\.ts:\d|TypeError|RangeError|SyntaxError|ReferenceError|ECONN|ETIMEDOUT|EPIPE|ERR_[A-Z]|FST_|\bSQLSTATE|syntax error at|violates \w+ constraint|relation "|invalid byte sequence|Postgres|\bredis:\/\/|127\.0\.0\.1:\d|ConnectError|\[internal\]/;

/** Fails when a text for a caller holds words of the inside. */
export function mustBePublic(text: string): void {
  const found = INTERNAL.exec(text);
  must(found === null, `internal text: ${JSON.stringify(found?.[0])} in ${text.slice(0, 500)}`);
}
