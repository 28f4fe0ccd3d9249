import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { newId } from "@tms/kit/values/ids";
import { parseBlocks } from "@tms/site/fence";
import { repository } from "@tms/stack/paths";
import { makeScratch } from "@tms/stack/testing/scratch";
import { Webhook } from "standardwebhooks";
import { expect, onTestFinished, test } from "vitest";
import { isInstalled } from "./installed.ts";

const run = promisify(execFile);

/** Runs a sample of one language. The program prints, for each delivery in its environment, true or false. */
interface Runner {
  tab: string;
  program: string;
  args?: string[];
  file: string;
  /** Returns the program around a sample. */
  wrap(sample: string): string;
}

const newSecret = () => `whsec_${randomBytes(32).toString("base64")}`;
const [SECRET, OTHER] = [newSecret(), newSecret()];
const ID = newId();
// The signature covers bytes, which differ from characters beyond ASCII.
const BODY = JSON.stringify({ id: ID, data: { handle: "Ada \u2713" } });

const HEADERS = ["webhook-id", "webhook-timestamp", "webhook-signature"] as const;

function delivery({ secondsAgo = 0, secrets = [SECRET], body = BODY } = {}) {
  const at = new Date(Date.now() - secondsAgo * 1_000);
  return {
    "webhook-id": ID,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
    "webhook-signature": secrets.map((each) => new Webhook(each).sign(ID, at, BODY)).join(" "),
    BODY: body,
  };
}

/** Signed deliveries, each with another value of one header. Undefined means that the header is missing. */
function hostile(header: (typeof HEADERS)[number], values: (string | undefined)[]) {
  return values.map((value) => ({
    name: `${header}: ${JSON.stringify(value)?.slice(0, 80)}`,
    sent: { ...delivery(), [header]: value },
    isValid: false,
  }));
}

const DELIVERIES = [
  { name: "signed", sent: delivery(), isValid: true },
  { name: "signed with two secrets", sent: delivery({ secrets: [OTHER, SECRET] }), isValid: true },
  { name: "signed by a stranger", sent: delivery({ secrets: [OTHER] }), isValid: false },
  { name: "altered", sent: delivery({ body: BODY.replace("Ada", "Eve") }), isValid: false },
  { name: "too old", sent: delivery({ secondsAgo: 400 }), isValid: false },
  ...hostile("webhook-id", [undefined, "", "é ✓"]),
  ...hostile("webhook-timestamp", [
    undefined,
    "",
    "soon",
    " ",
    "²",
    "١٢٣",
    "0x7f",
    "NaN",
    "Infinity",
    "1e400",
    "1,903",
    "-1",
    "99999999999999999999",
    "9".repeat(5_000),
    // The present moment is as far from it as 64 bits reach.
    String(BigInt(Math.floor(Date.now() / 1_000)) - 2n ** 63n),
  ]),
  ...hostile("webhook-signature", [
    undefined,
    "",
    " ",
    "v1",
    "v1,",
    "v1,%%%",
    "v1,é✓",
    ",",
    "v1,v1,",
  ]),
  ...hostile("webhook-signature", ["v1,=".repeat(500), " ".repeat(5_000)]),
  ...hostile(
    "webhook-signature",
    ["", "v1a,", "v2,", "V1,", "v1,v1,"].map((version) =>
      delivery()["webhook-signature"].replace("v1,", version),
    ),
  ),
];

const COUNT = DELIVERIES.length;
// The variables of the delivery 3 end in 3.
const ENVIRONMENT = Object.fromEntries(
  DELIVERIES.flatMap(({ sent }, index) =>
    Object.entries(sent).map(([name, value]) => [`${name}${index}`, value]),
  ),
);
const quoted = HEADERS.map((name) => JSON.stringify(name)).join(", ");

const RUNNERS: readonly Runner[] = [
  {
    tab: "JavaScript",
    program: process.execPath,
    file: "verify.mjs",
    wrap: (sample) => `${sample}
for (let i = 0; i < ${COUNT}; i++) {
  const headers = Object.fromEntries([${quoted}].map((name) => [name, process.env[name + i]]));
  console.log(isFromTms(process.env["BODY" + i], headers, process.env.SECRET));
}`,
  },
  {
    tab: "Python",
    program: "python3",
    file: "verify.py",
    wrap: (sample) => `${sample}
import os
for i in range(${COUNT}):
    headers = {name: os.environ.get(name + str(i)) for name in [${quoted}]}
    print(str(is_from_tms(os.environb[b"BODY%d" % i], headers, os.environ["SECRET"])).lower())`,
  },
  {
    tab: "Java",
    program: "java",
    args: ["-Dsun.jnu.encoding=UTF-8", "-Dfile.encoding=UTF-8"],
    file: "Main.java",
    // The source launcher runs the first class of the file.
    wrap(sample) {
      const [, imports = "", rest = ""] = /^((?:import .*\n)*)([^]*)$/.exec(sample) ?? [];
      return `${imports}
class Main {
  public static void main(String[] args) throws Exception {
    for (int i = 0; i < ${COUNT}; i++) {
      var headers = new java.util.HashMap<String, String>();
      for (String name : new String[] {${quoted}}) headers.put(name, System.getenv(name + i));
      byte[] body = System.getenv("BODY" + i).getBytes(StandardCharsets.UTF_8);
      System.out.println(Webhooks.isFromTms(body, headers, System.getenv("SECRET")));
    }
  }
}
${rest}`;
    },
  },
  {
    tab: "Go",
    program: "go",
    args: ["run"],
    file: "verify.go",
    wrap: (sample) => `${sample.replace("import (", 'import (\n\t"fmt"\n\t"os"')}
func main() {
	for i := 0; i < ${COUNT}; i++ {
		headers := http.Header{}
		for _, name := range []string{${quoted}} {
			if value, ok := os.LookupEnv(fmt.Sprint(name, i)); ok {
				headers.Set(name, value)
			}
		}
		body := []byte(os.Getenv(fmt.Sprint("BODY", i)))
		fmt.Println(IsFromTms(body, headers, os.Getenv("SECRET")))
	}
}`,
  },
  {
    tab: "PHP",
    program: "php",
    file: "verify.php",
    wrap: (sample) => `${sample}
for ($i = 0; $i < ${COUNT}; $i++) {
    foreach ([${quoted}] as $name) {
        $headers[$name] = getenv($name . $i) === false ? null : getenv($name . $i);
    }
    echo is_from_tms(getenv('BODY' . $i), $headers, getenv('SECRET')) ? 'true' : 'false', "\\n";
}`,
  },
];

const page = await readFile(join(repository, "docs/guide/webhook-signatures.md"), "utf8");
const samples = new Map(
  parseBlocks("webhook-signatures.md", page).flatMap(({ tab, code }) =>
    tab ? [[tab, code] as const] : [],
  ),
);

test("knows every language of the page, and that no machine here runs C#", () => {
  const languages = RUNNERS.map(({ tab }) => tab);
  expect([...samples.keys()].toSorted()).toEqual([...languages, "C#"].toSorted());
});

test.for(RUNNERS)("trusts signed deliveries and no others in $tab", async (runner, { skip }) => {
  const { tab, program, args = [], file, wrap } = runner;
  skip(!(await isInstalled(program)), `${program} is not installed`);
  const { folder, remove } = await makeScratch("verify");
  onTestFinished(remove);
  const path = join(folder, file);
  await writeFile(path, wrap(samples.get(tab) ?? ""));
  const env = { ...process.env, LC_ALL: "C.UTF-8", SECRET, ...ENVIRONMENT };
  const { stdout } = await run(program, [...args, path], { env });
  const printed = stdout.trim().split("\n");
  expect(DELIVERIES.map(({ name }, index) => [name, printed[index]])).toEqual(
    DELIVERIES.map(({ name, isValid }) => [name, String(isValid)]),
  );
});
