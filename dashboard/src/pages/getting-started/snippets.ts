import { curl } from "../../components/details.tsx";
export interface Names {
  gameId: string;
  tournamentId: string;
  /** The time of the environment's clock. */
  now: number;
}

export type Language = "curl" | "typescript";

type Snippets = Record<"create" | "publish" | "join" | "end", (names: Names) => string>;

const HOUR_MS = 3_600_000;

const tournament = ({ gameId, now }: Names) => ({
  game: gameId,
  name: "My first tournament",
  description: "Winner takes all",
  entryFee: 2.5,
  startTime: new Date(now).toISOString(),
  endTime: new Date(now + HOUR_MS).toISOString(),
});

const fetchSnippet: typeof curl = (method, path, body) =>
  [
    `const answer = await fetch("${location.origin}${path}", {`,
    `  method: "${method}",`,
    `  headers: {`,
    `    "x-api-key": process.env.TMS_API_KEY,`,
    ...(body ? [`    "content-type": "application/json",`] : []),
    `  },`,
    ...(body
      ? [`  body: JSON.stringify(${JSON.stringify(body, null, 2).replaceAll("\n", "\n  ")}),`]
      : []),
    `});`,
    `console.log(answer.status, await answer.json());`,
  ].join("\n");

const buildSnippets = (send: typeof curl): Snippets => ({
  create: (names) => send("POST", "/tournament/create", tournament(names)),
  publish: ({ tournamentId }) => send("PATCH", `/tournament/${tournamentId}/publish`),
  join: ({ tournamentId }) => send("POST", `/tournament/${tournamentId}/join`, { gamer: "ada" }),
  end: ({ tournamentId }) => send("PATCH", `/tournament/${tournamentId}/complete`),
});

export const SNIPPETS: Record<Language, Snippets> = {
  curl: buildSnippets(curl),
  typescript: buildSnippets(fetchSnippet),
};
