import { PROCESSES, type ProcessName } from "@tms/stack/system/system";
import type { Fault } from "./fault.ts";
import type { Scene } from "./story.ts";

/** A story, and the points of each process at which it is cut off. */
export interface Row {
  title: string;
  scene: Scene;
  /** `#2` is the second time the story comes to a point. */
  points: Partial<Record<ProcessName, readonly string[]>>;
}

/** A process and where it is to die. */
export interface Case extends Fault {
  process: ProcessName;
}

/** Both sides of every point of a row. */
export const casesOf = ({ points }: Row): Case[] =>
  PROCESSES.flatMap((process) =>
    (points[process] ?? []).flatMap((name) => {
      const [point = "", nth = "1"] = name.split("#");
      return (["before", "after"] as const).map((side) => ({
        process,
        point,
        side,
        nth: Number(nth),
      }));
    }),
  );
