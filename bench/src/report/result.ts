import { median } from "../measure/statistics.ts";

/** One measurement. */
export interface Sample {
  /** The variable of a scenario, such as the number of connections. */
  point: string;
  /** One side of the comparison, such as "product" or "naive". */
  series: string;
  round: number;
  /** By name and unit. */
  values: Readonly<Record<string, number>>;
}

/**
 * Requests that failed are counted under this name: the worst round is reported, since a median
 * would hide what happened in one alone.
 */
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
  least: number;
  most: number;
}

/** Takes the medians, in the order in which points and series first came. */
export function summarize(samples: readonly Sample[]): Summary[] {
  const points = [...new Set(samples.map((sample) => sample.point))];
  const seriesNames = [...new Set(samples.map((sample) => sample.series))];
  return points.flatMap((point) =>
    seriesNames.flatMap((series) => {
      const group = samples.filter((s) => s.point === point && s.series === series);
      if (group.length === 0) return [];
      const names = [...new Set(group.flatMap((sample) => Object.keys(sample.values)))];
      const values = names.map((name) => [name, overall(name, valuesOf(group, name))] as const);
      return [{ point, series, rounds: group.length, values: Object.fromEntries(values) }];
    }),
  );
}

/**
 * Compares two series by a value. Only measurements of the same round are divided, because the
 * machine itself changes from round to round. A base measured at a single point, such as a
 * ceiling, stands beside every point.
 */
export function compare(
  samples: readonly Sample[],
  value: string,
  [series, base]: readonly [string, string],
): Ratio[] {
  const bases = samples.filter((sample) => sample.series === base);
  const alone = new Set(bases.map((sample) => sample.point)).size === 1;
  const own = samples.filter((sample) => sample.series === series);
  return [...new Set(own.map((sample) => sample.point))].flatMap((point) => {
    const quotients = own
      .filter((sample) => sample.point === point)
      .flatMap((sample) => {
        const beside = bases.find((b) => b.round === sample.round && (alone || b.point === point));
        const [above, below] = [sample.values[value], beside?.values[value]];
        return above === undefined || !below ? [] : [above / below];
      });
    if (quotients.length === 0) return [];
    const [least, most] = [Math.min(...quotients), Math.max(...quotients)];
    return [{ point, series, base, median: median(quotients), least, most }];
  });
}

const overall = (name: string, values: readonly number[]): number =>
  name === OTHER_ANSWERS ? Math.max(...values) : median(values);

const valuesOf = (samples: readonly Sample[], name: string): number[] =>
  samples.flatMap((sample) => sample.values[name] ?? []);

/** Everything that is known of a run. */
export interface Report {
  scenario: string;
  begunAt: string;
  seconds: number;
  machine: Record<string, string>;
  summaries: Summary[];
  ratios: Ratio[];
  samples: Sample[];
}
