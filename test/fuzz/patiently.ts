const ATTEMPTS = 4;

/**
 * Tries again what was answered too late, a few times: a busy machine is late now and then, a
 * defect always.
 */
export async function patiently<T>(
  attempt: () => Promise<T>,
  late: (result: T) => boolean,
): Promise<T> {
  let result = await attempt();
  for (let made = 1; made < ATTEMPTS && late(result); made++) result = await attempt();
  return result;
}
