import type { RecordedEvent } from "@tms/proto/tms/event/v1/event";
import type { EventJson } from "./schemas.ts";

/** An event as callers see it. The events service rendered it when it happened. */
export const eventJson = ({ body }: RecordedEvent): EventJson => JSON.parse(body) as EventJson;
