import { connect } from "node:net";
import { text } from "node:stream/consumers";

/** Sends bytes that no HTTP client would, and reads until the server hangs up. */
export async function sendRaw(
  port: number,
  bytes: string,
): Promise<{ head: string; body: string }> {
  const socket = connect(port, "127.0.0.1");
  socket.write(bytes);
  const answer = await text(socket);
  const [head = "", body = ""] = answer.split("\r\n\r\n", 2);
  return { head, body };
}
