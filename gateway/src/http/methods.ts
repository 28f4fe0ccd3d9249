import type { App } from "../app-type.ts";

/**
 * Collects the routes as they are added. Returns a function that lists the methods of a path. A fixed path
 * such as /gamer/create belongs only to its own route, even if it matches a route with a parameter.
 */
export function allowedMethods(app: App): (path: string) => string[] {
  const routes = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  app.addHook("onRoute", ({ url, method }) => {
    const route = routes.get(url) ?? { pattern: patternOf(url), methods: new Set() };
    routes.set(url, route);
    for (const name of [method].flat()) route.methods.add(name);
  });
  return (path) => {
    const own = routes.get(path);
    const matching = own ? [own] : [...routes.values()].filter(({ pattern }) => pattern.test(path));
    return [...new Set(matching.flatMap(({ methods }) => [...methods]))].toSorted();
  };
}

const patternOf = (url: string): RegExp =>
  new RegExp(`^${url.replaceAll(/[.+*?^$()[\]{}|\\]/g, "\\$&").replaceAll(/:\w+/g, "[^/]+")}$`);
