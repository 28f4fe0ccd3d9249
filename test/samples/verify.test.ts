import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { access, constants, readFile, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { newId } from "@tms/kit/values/ids";
import { blocksOf } from "@tms/site/markdown/fence";
import { repository } from "@tms/stack/paths";
import { makeScratch, type Scratch } from "@tms/stack/testing/scratch";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const run = promisify(execFile);

/** How a sample of one language is called: with its arguments in the environment, it prints true or false. */
interface Runner {
  program: string;
  file: string;
  /** The whole program around the sample. */
  around(sample: string): string;
  args?: string[];
}

const HEADERS = ["webhook-id", "webhook-timestamp", "webhook-signature"];
const quoted = HEADERS.map((name) => JSON.stringify(name)).join(", ");

const RUNNERS: Record<string, Runner> = {
  JavaScript: {
    program: process.execPath,
    file: "verify.mjs",
    around: (sample) => `${sample}
const headers = Object.fromEntries([${quoted}].map((name) => [name, process.env[name]]));
console.log(isFromTms(process.env.BODY, headers, process.env.SECRET));`,
  },
  Python: {
    program: "python3",
    file: "verify.py",
    around: (sample) => `${sample}
import os
headers = {name: os.environ[name] for name in [${quoted}]}
print(str(is_from_tms(os.environb[b"BODY"], headers, os.environ["SECRET"])).lower())`,
  },
  Java: {
    program: "java",
    file: "Main.java",
    // The source launcher begins with the first class of the file.
    around(sample) {
      const [, imports = "", rest = ""] = /^((?:import .*\n)*)([^]*)$/.exec(sample) ?? [];
      return `${imports}
class Main {
  public static void main(String[] args) throws Exception {
    byte[] body = System.getenv("BODY").getBytes(StandardCharsets.UTF_8);
    System.out.println(Webhooks.isFromTms(body, System.getenv(), System.getenv("SECRET")));
  }
}
${rest}`;
    },
    args: ["-Dsun.jnu.encoding=UTF-8", "-Dfile.encoding=UTF-8"],
  },
  Go: {
    program: "go",
    file: "verify.go",
    args: ["run"],
    around: (sample) => `${sample.replace("import (", 'import (\n\t"fmt"\n\t"os"')}
func main() {
	headers := http.Header{}
	for _, name := range []string{${quoted}} {
		headers.Set(name, os.Getenv(name))
	}
	fmt.Println(IsFromTms([]byte(os.Getenv("BODY")), headers, os.Getenv("SECRET")))
}`,
  },
  PHP: {
    program: "php",
    file: "verify.php",
    around: (sample) => `${sample}
foreach ([${quoted}] as $name) {
    $headers[$name] = getenv($name);
}
echo is_from_tms(getenv('BODY'), $headers, getenv('SECRET')) ? 'true' : 'false';`,
  },
};

const page = await readFile(join(repository, "docs/guide/webhooks.md"), "utf8");
const samples = new Map(
  blocksOf("webhooks.md", page).flatMap(({ tab, code }) => (tab ? [[tab, code] as const] : [])),
);

let scratch: Scratch;
beforeAll(async () => {
  scratch = await makeScratch("verify");
});
afterAll(() => scratch?.remove());

/** Whether a program can be started on this machine. */
async function isInstalled(program: string): Promise<boolean> {
  const folders = program.includes("/") ? [""] : (process.env["PATH"] ?? "").split(delimiter);
  const found = folders.map((folder) => access(join(folder, program), constants.X_OK));
  return (await Promise.allSettled(found)).some(({ status }) => status === "fulfilled");
}

const newSecret = () => `whsec_${randomBytes(32).toString("base64")}`;
const [SECRET, OTHER] = [newSecret(), newSecret()];
const ID = newId();
// Beyond ASCII what is signed are bytes.
const BODY = JSON.stringify({ id: ID, data: { handle: "Ada \u2713" } });

function delivery({ secondsAgo = 0, secrets = [SECRET], body = BODY } = {}) {
  const at = new Date(Date.now() - secondsAgo * 1_000);
  return {
    "webhook-id": ID,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
    "webhook-signature": secrets.map((each) => new Webhook(each).sign(ID, at, BODY)).join(" "),
    BODY: body,
    SECRET,
  };
}

const CASES = [
  { what: "signed", sent: delivery(), is: true },
  {
    what: "signed with another secret, too",
    sent: delivery({ secrets: [OTHER, SECRET] }),
    is: true,
  },
  { what: "signed by somebody else", sent: delivery({ secrets: [OTHER] }), is: false },
  { what: "altered", sent: delivery({ body: BODY.replace("Ada", "Eve") }), is: false },
  { what: "too old", sent: delivery({ secondsAgo: 400 }), is: false },
  { what: "of another time", sent: { ...delivery(), "webhook-timestamp": "soon" }, is: false },
];

test("every language of the page is known here, or told not to be", () => {
  expect([...samples.keys()]).toEqual(["JavaScript", "Python", "Java", "Go", "C#", "PHP"]);
});

describe.each(Object.entries(RUNNERS))("the %s sample", (tab, runner) => {
  test("believes what is signed, and nothing else", async ({ skip }) => {
    skip(!(await isInstalled(runner.program)), `${runner.program} is not installed`);
    const file = join(scratch.folder, runner.file);
    await writeFile(file, runner.around(samples.get(tab) ?? ""));
    for (const { what, sent, is } of CASES) {
      const env = { ...process.env, LC_ALL: "C.UTF-8", ...sent };
      const { stdout } = await run(runner.program, [...(runner.args ?? []), file], { env });
      expect([what, stdout.trim()]).toEqual([what, String(is)]);
    }
  });
});
