import { ref } from "@tms/resources/resource";
import { TimelinePoint } from "@tms/resources/timeline";
import { Type } from "typebox";
import { operationsOf } from "../rest/operation.ts";

const MAX_BUCKETS = 200;

const { get } = operationsOf("entries");

/** The operation that shows how a tournament grew. */
export const timelineOperations = [
  get("getTimeline", "/tournament/:tournamentId/timeline", {
    scope: "read",
    summary: "Retrieve the timeline",
    description:
      "Returns the number of entries and the prize pool of a tournament at regular intervals. The first point is the first join, and the last point is the end of the tournament or now. The timeline is empty before the first join. Needs the scope `read`.",
    query: {
      buckets: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: MAX_BUCKETS,
          description: "The maximum number of points. The default is 60.",
        }),
      ),
    },
    returns: "The timeline of the tournament, from the first join to its end or to now.",
    reply: {
      timeline: Type.Array(ref(TimelinePoint.schema), {
        maxItems: MAX_BUCKETS,
        description: "The points in time, oldest first.",
      }),
    },
    async handle({ params: { tournamentId }, query: { buckets = 0 }, game }, { entry }) {
      const { points } = await entry.getTimeline({ gameId: game.id, tournamentId, buckets });
      return { timeline: points.map((point) => TimelinePoint.toJson(point, game)) };
    },
  }),
];
