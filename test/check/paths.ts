import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { repository } from "@tms/stack/paths";

// What READMEs and docs name as a file or an import exists. A path starts in the page's folder, in the
// folder's src/ or at the root; a source named without a folder is one below the page's folder, or,
// where that is docs/, anywhere.
const PATH = /^[\w.@-]+(\/[\w.@-]+)+\.(tsx?|md|sql|ya?ml)$/;
const SOURCE = /^[\w.-]+\.(tsx?|sql)$/;
const IMPORT = /^@tms\/([\w-]+)\/([\w/.-]+)$/;

const files = list();
const pages = files.filter((file) => file.endsWith(".md"));
const packages = packagesByName();

let named = 0;
let missing = 0;
for (const page of pages) {
  readFileSync(join(repository, page), "utf8")
    .split("\n")
    .forEach((line, index) => {
      for (const [, name = ""] of line.matchAll(/`([^`]+)`/g)) {
        const exists = existsFor(page, name);
        if (exists === undefined) continue;
        named++;
        if (exists) continue;
        missing++;
        console.error(`${page}:${index + 1}: the file ${name} does not exist`);
      }
    });
}
console.log(`Pages: ${pages.length}, named files: ${named}, missing files: ${missing}`);
process.exitCode = missing > 0 ? 1 : 0;

/** Whether what a page names exists; undefined when it names no file. */
function existsFor(page: string, name: string): boolean | undefined {
  const folder = dirname(page);
  const [, packageName, rest] = IMPORT.exec(name) ?? [];
  if (packageName !== undefined && rest !== undefined) return exported(packageName, rest);
  if (PATH.test(name))
    return [folder, join(folder, "src"), "."].some((from) =>
      existsSync(join(repository, from, name)),
    );
  if (SOURCE.test(name)) {
    const below = folder === "." || folder.startsWith("docs") ? "" : `${folder}/`;
    return files.some((file) => file.startsWith(below) && basename(file) === name);
  }
  return undefined;
}

/** Whether a package of this repository exports something under that name. */
function exported(packageName: string, name: string): boolean {
  const found = packages.get(`@tms/${packageName}`);
  if (!found) return false;
  const exact = found.exports[`./${name}`];
  const target = exact ?? found.exports["./*"]?.replace("*", name);
  return target !== undefined && existsSync(join(repository, found.folder, target));
}

function packagesByName(): Map<string, { folder: string; exports: Record<string, string> }> {
  const manifests = files.filter((file) => basename(file) === "package.json");
  return new Map(
    manifests.map((file) => {
      const { name, exports = {} } = JSON.parse(readFileSync(join(repository, file), "utf8")) as {
        name: string;
        exports?: Record<string, string>;
      };
      return [name, { folder: dirname(file), exports }];
    }),
  );
}

/** All files of the repository but what is installed or built. */
function list(): string[] {
  const isMade = (name: string) => /^(\.git|\.data|node_modules|coverage|dist.*)$/.test(name);
  return globSync("**", { cwd: repository, exclude: (path) => isMade(basename(path)) });
}
