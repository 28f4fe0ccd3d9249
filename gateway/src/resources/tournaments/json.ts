import type { MessageInitShape } from "@bufbuild/protobuf";
import type { Game } from "@tms/proto/tms/game/v1/game";
import type {
  TournamentPatchSchema,
  TournamentTermsSchema,
} from "@tms/proto/tms/tournament/v1/tournament";
import { scoringMessage } from "@tms/kit/values/scoring";
import { timestampOf } from "@tms/resources/values/times";
import { minorOf } from "../../http/body/amounts.ts";
import { metadataText } from "../../http/body/metadata.ts";
import { TOURNAMENT_METADATA_BYTES } from "@tms/resources/values/metadata";
import type { CreateTournamentInput, UpdateTournamentInput } from "./schemas.ts";

/** The terms that a request to create asks for. */
export const newTerms = (
  body: CreateTournamentInput,
  game: Game,
): MessageInitShape<typeof TournamentTermsSchema> => ({
  name: body.name,
  description: body.description,
  startTime: timestampOf(body.startTime),
  endTime: timestampOf(body.endTime),
  ...(body.externalId !== undefined && { externalId: body.externalId }),
  ...optionsOf(body, game),
});

/** The terms that a request to update changes. */
export const termsPatch = (
  body: UpdateTournamentInput,
  game: Game,
): MessageInitShape<typeof TournamentPatchSchema> => ({
  ...(body.name !== undefined && { name: body.name }),
  ...(body.description !== undefined && { description: body.description }),
  ...(body.startTime !== undefined && { startTime: timestampOf(body.startTime) }),
  ...(body.endTime !== undefined && { endTime: timestampOf(body.endTime) }),
  ...optionsOf(body, game),
});

function optionsOf(body: CreateTournamentInput | UpdateTournamentInput, game: Game) {
  const { entryFee, registrationClosesAt, maxEntries, minEntries, prizeSplit } = body;
  const { scoring, metadata } = body;
  return {
    ...(entryFee !== undefined && {
      entryFeeMinorUnits: minorOf(body as { entryFee: number }, "entryFee", game),
    }),
    ...(registrationClosesAt !== undefined && {
      registrationCloseTime: timestampOf(registrationClosesAt),
    }),
    ...(maxEntries !== undefined && { maxEntries }),
    ...(minEntries !== undefined && { minEntries }),
    ...(prizeSplit !== undefined && { prizeSplit }),
    ...(scoring !== undefined && { scoring: scoringMessage(scoring) }),
    ...(metadata !== undefined && {
      metadata: metadataText(metadata, TOURNAMENT_METADATA_BYTES),
    }),
  };
}
