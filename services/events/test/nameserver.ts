import { createSocket, type RemoteInfo } from "node:dgram";
import ipaddr from "ipaddr.js";

/** What a nameserver says: a name's addresses, that it fails, or nothing. */
export type Answered = readonly string[] | "servfail" | "silence";

/** A nameserver on this machine. */
export interface Nameserver {
  /** For a resolver's setServers. */
  address: string;
  /** The names that it was asked for, once for each query. */
  asked: string[];
  close(): Promise<void>;
}

const A = 1;
const AAAA = 28;
const NO_SUCH_NAME = 3;
const SERVER_FAILURE = 2;
const HEADER_BYTES = 12;

/** Starts a nameserver; a name for which there is no answer does not exist. */
export async function startNameserver(
  answerOf: (name: string, type: "A" | "AAAA") => Answered | undefined,
): Promise<Nameserver> {
  const socket = createSocket("udp4");
  const asked: string[] = [];
  socket.on("message", (query: Buffer, { address, port }: RemoteInfo) => {
    const { name, type, end } = questionOf(query);
    asked.push(name);
    const answer = answerOf(name, type === A ? "A" : "AAAA");
    if (answer === "silence") return;
    const records = Array.isArray(answer) ? answer.map(recordOf) : [];
    const code = answer === undefined ? NO_SUCH_NAME : answer === "servfail" ? SERVER_FAILURE : 0;
    const fitting = records.filter((record) => record.type === type).map(({ bytes }) => bytes);
    socket.send(replyTo(query.subarray(0, end), code, fitting), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

function questionOf(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join(".").toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

/** An A or AAAA record that refers to the question's name. */
function recordOf(address: string): { type: number; bytes: Buffer } {
  const data = ipaddr.parse(address).toByteArray();
  const type = data.length === 4 ? A : AAAA;
  // Pointer to the name, type, class, four bytes of time to live, length.
  return {
    type,
    bytes: Buffer.from([0xc0, 0x0c, 0, type, 0, 1, 0, 0, 0, 0, 0, data.length, ...data]),
  };
}

function replyTo(head: Buffer, code: number, records: readonly Buffer[]): Buffer {
  const reply = Buffer.concat([head, ...records]);
  reply.writeUInt16BE(0x8180 | code, 2);
  reply.writeUInt16BE(records.length, 6);
  // What the query had besides is not repeated.
  reply.writeUInt32BE(0, 8);
  return reply;
}
