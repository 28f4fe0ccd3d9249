import scalar, { type ApiReferenceConfiguration } from "@scalar/fastify-api-reference";
import { fastify } from "fastify";

// Beside curl, JavaScript and Python they say the same in other words; the SDK has what they would not.
const OTHER_CLIENTS = {
  c: true,
  clojure: true,
  csharp: true,
  dart: true,
  fsharp: true,
  go: true,
  http: true,
  java: true,
  julia: true,
  kotlin: true,
  objc: true,
  ocaml: true,
  php: true,
  powershell: true,
  r: true,
  ruby: true,
  rust: true,
  swift: true,
  shell: ["httpie", "wget"],
  js: ["axios", "jquery", "ofetch", "xhr"],
  node: ["axios", "ofetch", "undici"],
  python: ["aiohttp", "httpx_sync", "httpx_async"],
} satisfies ApiReferenceConfiguration["hiddenClients"];

// Switches off what the maker of the reference adds to it (an assistant, MCP, sharing, deploying,
// developer tools, an API client, a link of its own): all of it leads to other sites. The theme is
// the one that was chosen in the guide or the dashboard.
const REFERENCE = {
  url: "/docs/api/openapi.json",
  pageTitle: "API reference · Tournaments documentation",
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: "never",
  hideClientButton: true,
  hideDarkModeToggle: true,
  hiddenClients: OTHER_CLIENTS,
  defaultHttpClient: { targetKey: "shell", clientKey: "curl" },
  authentication: { preferredSecurityScheme: "apiKey" },
  customCss: 'a[href*="scalar.com"] { display: none }',
} as const;

// What an empty field for a key shows; no option changes it.
const PLACEHOLDER = "QUxMIFlPVVIgQkFTRSBBUkUgQkVMT05HIFRPIFVT";
const KEY_PLACEHOLDER = "tms_test_…";

/**
 * The page and the script of the API reference, which it makes of the API's document in the browser.
 * `assets` is where the site's styles and fonts are. Throws when the page has another frame than the
 * one that they are put into, or the script other fields.
 */
export async function renderReference(assets: string): Promise<{ page: string; script: string }> {
  const renderer = fastify();
  const configuration = { ...REFERENCE, favicon: `${assets}/favicon.svg` };
  await renderer.register(scalar, { routePrefix: "/docs/api", configuration });
  const page = await renderer.inject("/docs/api/");
  const script = await renderer.inject("/docs/api/js/scalar.js");
  await renderer.close();
  return { page: framed(page.body, assets), script: withOwnPlaceholder(script.body) };
}

function withOwnPlaceholder(script: string): string {
  if (!script.includes(PLACEHOLDER)) throw new Error("The reference has another placeholder.");
  return script.replaceAll(PLACEHOLDER, KEY_PLACEHOLDER);
}

/** The page below the site's own header, in its fonts and colours. */
function framed(page: string, assets: string): string {
  const parts: Record<string, string> = {
    "<html>": `<html lang="en">`,
    "<head>": `<head>
<script src="${assets}/reference-theme.js"></script>`,
    "</head>": `<link rel="stylesheet" href="${assets}/reference.css">\n</head>`,
    "<body>": `<body>\n${header(assets)}`,
  };
  return Object.entries(parts).reduce((text, [tag, whole]) => {
    if (!text.includes(tag)) throw new Error(`The page of the reference has no ${tag}.`);
    return text.replace(tag, whole);
  }, page);
}

const header = (assets: string): string => `<header class="tms-top">
<a class="brand" href="/docs/"><img src="${assets}/favicon.svg" alt="" width="26" height="26"><span>Tournaments</span> <em>Docs</em></a>
<nav aria-label="Site"><a href="/docs/">Guide</a><a href="/docs/api/" aria-current="page">API reference</a><a href="/dashboard/">Dashboard</a></nav>
</header>`;
