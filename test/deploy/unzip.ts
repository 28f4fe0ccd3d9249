import { inflateRawSync } from "node:zlib";

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const DIRECTORY_ENTRY_BYTES = 46;
const LOCAL_HEADER_BYTES = 30;
const DEFLATED = 8;

/** Takes one file out of a zip archive held in memory. Node inflates, but reads no archives. */
export function unzip(archive: Buffer, name: string): Buffer {
  let at = archive.readUInt32LE(findEnd(archive) + 16);
  while (archive.readUInt32LE(at) === DIRECTORY_ENTRY) {
    const nameBytes = archive.readUInt16LE(at + 28);
    const nameAt = at + DIRECTORY_ENTRY_BYTES;
    if (archive.toString("utf8", nameAt, nameAt + nameBytes) === name) return contents(archive, at);
    at = nameAt + nameBytes + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  throw new Error(`There is no ${name} in the archive.`);
}

/** The directory's end stands before a comment of unknown length, so it is sought from the back. */
function findEnd(archive: Buffer): number {
  for (let at = archive.length - 22; at >= 0; at--)
    if (archive.readUInt32LE(at) === END_OF_DIRECTORY) return at;
  throw new Error("This is no zip archive.");
}

function contents(archive: Buffer, entry: number): Buffer {
  const header = archive.readUInt32LE(entry + 42);
  const names = archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28);
  const from = header + LOCAL_HEADER_BYTES + names;
  const packed = archive.subarray(from, from + archive.readUInt32LE(entry + 20));
  return archive.readUInt16LE(entry + 10) === DEFLATED ? inflateRawSync(packed) : packed;
}
