import { createHash, createHmac, pbkdf2Sync, randomBytes } from "node:crypto";

// Postgres' own default.
const ITERATIONS = 4096;

/**
 * What Postgres stores for a password (RFC 5803): handing it over in this form keeps the
 * password itself out of statement logs.
 */
export function scramSecret(password: string, salt: Buffer = randomBytes(16)): string {
  const salted = pbkdf2Sync(password.normalize("NFKC"), salt, ITERATIONS, 32, "sha256");
  const clientKey = createHmac("sha256", salted).update("Client Key").digest();
  const storedKey = createHash("sha256").update(clientKey).digest("base64");
  const serverKey = createHmac("sha256", salted).update("Server Key").digest("base64");
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString("base64")}$${storedKey}:${serverKey}`;
}
