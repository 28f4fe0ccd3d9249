import { gzipSync } from "node:zlib";

/** Returns a gzipped tar archive of files by path. The same files give the same bytes on every machine. */
export function toArchive(files: ReadonlyMap<string, Buffer>): Buffer {
  const parts = [...files]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([path, content]) => [toHeader(path, content.length), content, toPadding(content)]);
  const archive = gzipSync(Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]));
  // This byte is the operating system, and 255 means unknown (RFC 1952).
  archive[9] = 255;
  return archive;
}

const BLOCK = 512;
const MAX_PATH = 100;
// The time that npm gives to all files of a package. Zip archives cannot contain times before 1980.
const MODIFIED_S = Date.UTC(1985, 9, 26, 8, 15) / 1_000;

const toPadding = ({ length }: Buffer): Buffer => Buffer.alloc(-length & (BLOCK - 1));

/** Returns the header of a file in the format ustar of POSIX. Throws if the path is too long. */
function toHeader(path: string, size: number): Buffer {
  if (Buffer.byteLength(path) > MAX_PATH) throw new Error(`The path ${path} is too long for tar.`);
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, "0");
  header.write(path);
  header.write(octal(0o644, 7), 100);
  header.write(octal(0, 7), 108);
  header.write(octal(0, 7), 116);
  header.write(octal(size, 11), 124);
  header.write(octal(MODIFIED_S, 11), 136);
  // The checksum counts its own field as spaces.
  header.write(" ".repeat(8), 148);
  header.write("0", 156);
  header.write("ustar\x0000", 257);
  const checksum = header.reduce((sum, byte) => sum + byte, 0);
  header.write(`${octal(checksum, 6)}\0 `, 148);
  return header;
}
