import { problemOf } from "../../api/session.ts";

/** A mail that would have been sent. */
export interface Mail {
  id: string;
  to: string;
  subject: string;
  text: string;
  createdAt: string;
}

/** The newest mails. Production has none to read, so the operation stands in no document. */
export async function readMails(): Promise<readonly Mail[]> {
  const answer = await fetch("/mailbox");
  if (!answer.ok) throw await problemOf(answer);
  return ((await answer.json()) as { mails: Mail[] }).mails;
}
