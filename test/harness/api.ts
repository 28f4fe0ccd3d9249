import { textOfAnswer } from "@tms/kit/testing/answer-text";
import { searchText } from "@tms/kit/testing/leaks";
import type { GameAccess } from "@tms/stack/system/demo-game";
import type { Body } from "./bodies.ts";

/** A response as tests look at it. */
export interface Answer {
  status: number;
  headers: Headers;
  body: Body;
}

export interface CallOptions {
  headers?: Record<string, string>;
  /** Sends this instead of the key's header. */
  auth?: Record<string, string>;
  /** Sends this text as it is. */
  raw?: string;
  /** Gives up on an answer. */
  signal?: AbortSignal;
}

/** A game, and the public API as its backend calls it. */
export interface Api extends GameAccess {
  call(method: string, path: string, body?: unknown, options?: CallOptions): Promise<Answer>;
  get(path: string, options?: CallOptions): Promise<Answer>;
  post(path: string, body?: unknown, options?: CallOptions): Promise<Answer>;
  patch(path: string, body?: unknown, options?: CallOptions): Promise<Answer>;
}

/** Calls the public API with a game's key. */
export function apiOf(baseUrl: string, access: GameAccess): Api {
  async function call(method: string, path: string, body?: unknown, options: CallOptions = {}) {
    const payload = options.raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        ...(payload !== undefined && { "content-type": "application/json" }),
        ...(options.auth ?? { "x-api-key": access.apiKey }),
        ...options.headers,
      },
      ...(payload !== undefined && { body: payload }),
      ...(options.signal && { signal: options.signal }),
    });
    const text = await textOfAnswer(response);
    if (!response.ok) searchText(`a problem of ${method}`, text);
    const json = (response.headers.get("content-type") ?? "").includes("json");
    const parsed = (json ? JSON.parse(text) : { detail: text }) as Body;
    return { status: response.status, headers: response.headers, body: parsed };
  }
  return {
    ...access,
    call,
    get: (path, options) => call("GET", path, undefined, options),
    post: (path, body, options) => call("POST", path, body, options),
    patch: (path, body, options) => call("PATCH", path, body, options),
  };
}
