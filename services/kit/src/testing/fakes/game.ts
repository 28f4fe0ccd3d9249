import { create } from "@bufbuild/protobuf";
import { timestampNow } from "@bufbuild/protobuf/wkt";
import type { ConnectRouter } from "@connectrpc/connect";
import { DomainError, invalidField } from "../../errors/domain-error.ts";
import { registerFake } from "../fake.ts";
import { newId } from "../../values/ids.ts";
import {
  GameSchema,
  GameService,
  Mode,
  Payer,
  type Currency,
  type Game,
} from "@tms/proto/tms/game/v1/game";
import type { MessageInitShape } from "@bufbuild/protobuf";
import { Role } from "@tms/proto/tms/game/v1/member";
import { fakeApiKeys, type FakeApiKeys, type KeySettings } from "./api-keys.ts";

/** What a test may want of a game: by default it pays for itself, in dollars. */
export interface GameTerms {
  currency?: Pick<Currency, "code" | "exponent"> | undefined;
  payer?: Payer;
  platformFeeBps?: number;
  mode?: Mode;
}

/** Games, their environments and keys, in memory. */
export interface FakeGames extends Omit<FakeApiKeys, "rpcs"> {
  routes: (router: ConnectRouter) => void;
  /** Adds a game with a key of its environment of that mode, test unless it says otherwise. */
  add(terms?: GameTerms, settings?: KeySettings): { game: Game; key: string };
  /** Every environment there is, by its id. */
  environments: ReadonlyMap<string, Game>;
  /** The environments of a game; undefined if there is none. */
  find(projectId: string): { game: Game; testGame: Game } | undefined;
  /** Called for the owner of each game that is created. */
  owned: (userId: string, game: Game, role: Role) => void;
}

const notFound = () => new DomainError("GAME_NOT_FOUND", "There is no such game.");

/** Makes games. */
export function fakeGames(): FakeGames {
  const environments = new Map<string, Game>();
  const answers = new Map<string, { game: Game; testGame: Game }>();

  function make(terms: MessageInitShape<typeof GameSchema>, mode: Mode): Game {
    const [id, siblingId, projectId] = [newId(), newId(), newId()];
    const shared = { payer: Payer.GAME, createTime: timestampNow(), ...terms, projectId };
    const other = mode === Mode.LIVE ? Mode.TEST : Mode.LIVE;
    const game = create(GameSchema, { ...shared, id, siblingId, mode });
    environments.set(id, game);
    const sibling = create(GameSchema, { ...shared, id: siblingId, siblingId: id, mode: other });
    environments.set(siblingId, sibling);
    return game;
  }
  function find(projectId: string) {
    const own = [...environments.values()].filter((one) => one.projectId === projectId);
    const [game, testGame] = [Mode.LIVE, Mode.TEST].map((mode) =>
      own.find((one) => one.mode === mode),
    );
    return game && testGame && { game, testGame };
  }
  function get(projectId: string) {
    const found = find(projectId);
    if (found === undefined) throw notFound();
    return found;
  }

  const keys = fakeApiKeys(environments);
  const games: FakeGames = Object.assign(keys, {
    environments,
    find,
    owned: () => undefined,
    routes: (router: ConnectRouter) =>
      registerFake(router, GameService, {
        ...keys.rpcs,
        async getGame({ gameId }) {
          await games.away;
          if (games.away === true) throw new DomainError("UNAVAILABLE", "It is away.");
          const game = environments.get(gameId);
          if (game === undefined) throw notFound();
          return { game };
        },
        createGame({ requestId, name, ownerId, payer, ...terms }) {
          const known = answers.get(requestId);
          if (known) return known;
          const currency: MessageInitShape<typeof GameSchema>["currency"] = terms.currency ?? USD;
          const { platformFeeBps, creditLimitMinorUnits: limit } = terms;
          const settings = { name, payer, currency, platformFeeBps };
          const made = make(
            { ...settings, ...(limit !== undefined && { creditLimitMinorUnits: limit }) },
            Mode.LIVE,
          );
          games.owned(ownerId, made, Role.OWNER);
          const answer = get(made.projectId);
          answers.set(requestId, answer);
          return answer;
        },
        renameGame({ projectId, name }) {
          const found = get(projectId);
          for (const game of [found.game, found.testGame]) game.name = name;
          return found;
        },
        resetTestGame({ projectId, name }) {
          const { game, testGame } = get(projectId);
          if (game.name !== name) throw invalidField("name", "is not the game's name");
          environments.delete(testGame.id);
          keys.revokeAll(testGame.id);
          const fresh = create(GameSchema, { ...testGame, id: newId() });
          environments.set(fresh.id, fresh);
          game.siblingId = fresh.id;
          return { game, testGame: fresh };
        },
      }),
    add({ mode = Mode.TEST, currency = USD, ...terms }: GameTerms = {}, settings?: KeySettings) {
      const game = make({ name: "Star Race", currency, ...terms }, mode);
      return { game, key: games.addKey(game, settings) };
    },
  });
  return games;
}

const USD = { code: "USD", exponent: 2 };
