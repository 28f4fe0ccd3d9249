// The order matters, because a user agent can also name browsers that come later in this list.
const BROWSERS = [
  [/Edg(?:e|A|iOS)?\//, "Edge"],
  [/OPR\//, "Opera"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\//, "Chrome"],
  [/Safari\//, "Safari"],
] as const;
const SYSTEMS = [
  [/iPhone|iPad/, "iOS"],
  [/Android/, "Android"],
  [/Mac OS X/, "macOS"],
  [/Windows/, "Windows"],
  [/Linux/, "Linux"],
] as const;

export function agentName(agent: string): string {
  const browser = BROWSERS.find(([form]) => form.test(agent))?.[1];
  const system = SYSTEMS.find(([form]) => form.test(agent))?.[1];
  if (browser === undefined) return "Unknown client";
  return system === undefined ? browser : `${browser} on ${system}`;
}
