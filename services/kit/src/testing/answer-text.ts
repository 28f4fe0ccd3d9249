/** The text of an answer; of a stream, which has no end, the part that comes first. */
export async function textOfAnswer(response: Response): Promise<string> {
  const type = response.headers.get("content-type") ?? "";
  if (!type.startsWith("text/event-stream") || response.body === null) return await response.text();
  const reader = response.body.getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return new TextDecoder().decode(value);
}
