import { median } from "../measure/statistics.ts";

/** One measurement. */
export interface Sample {
  /** The variable of a scenario, such as the number of connections. */
  point: string;
  /** The name of the measured work, such as "prizes" or "refunds". */
  series: string;
  round: number;
  /** By name and unit. */
  values: Readonly<Record<string, number>>;
}

/** The name of the count of failed requests. Reports show its worst round instead of a median. */
export const OTHER_ANSWERS = "other answers";

/** The medians of all rounds. */
export interface Summary {
  point: string;
  series: string;
  rounds: number;
  values: Record<string, number>;
}

/** One series as a multiple of another, round by round. */
export interface Ratio {
  point: string;
  series: string;
  base: string;
  median: number;
  min: number;
  max: number;
}

/** Returns the medians. Points and series keep the order of their first samples. */
export function summarize(samples: readonly Sample[]): Summary[] {
  const points = [...new Set(samples.map((sample) => sample.point))];
  const seriesNames = [...new Set(samples.map((sample) => sample.series))];
  return points.flatMap((point) =>
    seriesNames.flatMap((series) => {
      const group = samples.filter((s) => s.point === point && s.series === series);
      if (group.length === 0) return [];
      const names = [...new Set(group.flatMap((sample) => Object.keys(sample.values)))];
      const values = names.map((name) => [name, aggregate(name, group)] as const);
      return [{ point, series, rounds: group.length, values: Object.fromEntries(values) }];
    }),
  );
}

/**
 * Compares two series by a value. Divides only samples of the same round, because the machine
 * changes from round to round. A base with a single point is compared with every point.
 */
export function compare(
  samples: readonly Sample[],
  value: string,
  [series, base]: readonly [string, string],
): Ratio[] {
  const bases = samples.filter((sample) => sample.series === base);
  const hasOnePoint = new Set(bases.map((sample) => sample.point)).size === 1;
  const own = samples.filter((sample) => sample.series === series);
  return [...new Set(own.map((sample) => sample.point))].flatMap((point) => {
    const quotients = own
      .filter((sample) => sample.point === point)
      .flatMap((sample) => {
        const paired = bases.find(
          (b) => b.round === sample.round && (hasOnePoint || b.point === point),
        );
        const [above, below] = [sample.values[value], paired?.values[value]];
        return above === undefined || !below ? [] : [above / below];
      });
    if (quotients.length === 0) return [];
    const [min, max] = [Math.min(...quotients), Math.max(...quotients)];
    return [{ point, series, base, median: median(quotients), min, max }];
  });
}

function aggregate(name: string, samples: readonly Sample[]): number {
  const values = samples.flatMap((sample) => sample.values[name] ?? []);
  return name === OTHER_ANSWERS ? Math.max(...values) : median(values);
}

/** All figures of a run. */
export interface Report {
  scenario: string;
  begunAt: string;
  seconds: number;
  machine: Record<string, string>;
  summaries: Summary[];
  ratios: Ratio[];
  samples: Sample[];
}
