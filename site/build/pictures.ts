import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";

/** A picture of the guide. */
export interface Picture {
  /** Where it is served. */
  address: string;
  /** In pixels. */
  width: number;
  height: number;
}

const SIGNATURE = "89504e470d0a1a0a";

/** The pictures of a folder, by how a page beside the folder refers to them: pictures/team.png. */
export async function readPictures(folder: string): Promise<Map<string, Picture>> {
  const names = existsSync(folder) ? await readdir(folder) : [];
  const pictures = names.map(async (name): Promise<[string, Picture]> => {
    const content = await readFile(join(folder, name));
    // A PNG begins with its signature and the header, which begins with width and height.
    if (content.toString("hex", 0, 8) !== SIGNATURE) throw new Error(`${name} is not a PNG file.`);
    const [width, height] = [content.readUInt32BE(16), content.readUInt32BE(20)];
    return [`${basename(folder)}/${name}`, { address: `/docs/pictures/${name}`, width, height }];
  });
  return new Map(await Promise.all(pictures));
}
