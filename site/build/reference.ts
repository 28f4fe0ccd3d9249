import scalar from "@scalar/fastify-api-reference";
import { fastify } from "fastify";

// Switches off what the maker of the reference adds to it (an assistant, MCP, sharing, deploying,
// developer tools, an API client, a link of its own): all of it leads to other sites. The theme is
// the one that was chosen in the guide or the dashboard.
const REFERENCE = {
  url: "/openapi.json",
  pageTitle: "API reference · Tournaments documentation",
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: "never",
  hideClientButton: true,
  hideDarkModeToggle: true,
  authentication: { preferredSecurityScheme: "apiKey" },
  customCss: 'a[href*="scalar.com"] { display: none }',
} as const;

/**
 * The page and the script of the API reference, which it makes of /openapi.json in the browser.
 * `assets` is where the site's styles and fonts are. Throws when the page has another frame than the
 * one that they are put into.
 */
export async function renderReference(assets: string): Promise<{ page: string; script: string }> {
  const renderer = fastify();
  const configuration = { ...REFERENCE, favicon: `${assets}/favicon.svg` };
  await renderer.register(scalar, { routePrefix: "/docs/api", configuration });
  const page = await renderer.inject("/docs/api/");
  const script = await renderer.inject("/docs/api/js/scalar.js");
  await renderer.close();
  return { page: framed(page.body, assets), script: script.body };
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
