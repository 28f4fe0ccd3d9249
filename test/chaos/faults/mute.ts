import { edgeFault } from "./edges.ts";

/** Requests are carried out and their answers lost: the caller cannot know what happened. */
export const mute = edgeFault(5, () => "mute");
