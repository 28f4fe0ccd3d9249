import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { repository } from "@tms/stack/paths";
import { parse } from "yaml";

interface Release {
  setValues: Record<string, string | boolean>;
  setValueTemplates: Record<string, string>;
}

interface Skaffold {
  build: {
    artifacts: { image: string; docker: { dockerfile: string } }[];
  };
  deploy: { helm: { releases: [Release] } };
  profiles: [{ patches: { op: string; path: string; value: string | number }[] }];
}

/** The text of skaffold.yaml. */
export const text = await readFile(join(repository, "skaffold.yaml"), "utf8");

const { build, deploy, profiles } = parse(text) as Skaffold;
const [release] = deploy.helm.releases;
const SET_VALUES = "/deploy/helm/releases/0/setValues/";

/** What it builds. */
export const { artifacts } = build;

/** The options of Helm by which Skaffold installs the chart. */
export const settings = [
  ...Object.entries(release.setValues),
  ...Object.entries(release.setValueTemplates).map(([value, template]) => [
    value,
    template.replace("{{.IMAGE_FULLY_QUALIFIED_tms}}", "tms:built"),
  ]),
].map(([value, set]) => `--set=${value}=${set}`);

/** The same for `skaffold dev`. */
export const settingsOfDev = [
  ...settings,
  ...profiles[0].patches.map(({ op, path, value }) => {
    if (op !== "add" || !path.startsWith(SET_VALUES)) throw new Error(`Unexpected: ${op} ${path}`);
    return `--set=${path.slice(SET_VALUES.length)}=${value}`;
  }),
];
