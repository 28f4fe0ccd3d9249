import { connect } from "node:net";

/** Sends bytes that no HTTP client sends. Returns what arrives until the server closes the connection. */
export async function sendRaw(url: string, bytes: string): Promise<string> {
  const { port, hostname } = new URL(url);
  const socket = connect(Number(port), hostname);
  const chunks: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => chunks.push(chunk));
  // A server that answers before the end of a request may reset the connection afterwards.
  socket.on("error", () => undefined).write(bytes);
  await new Promise((resolve) => socket.once("close", resolve));
  return Buffer.concat(chunks).toString();
}
