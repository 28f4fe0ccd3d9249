/** What a call was answered with. A refusal was thrown before, so that content is never absent. */
export async function content<T>(call: Promise<{ data?: T }>): Promise<T> {
  const { data } = await call;
  if (data === undefined) throw new Error("The server returned an empty response. Try again.");
  return data;
}
