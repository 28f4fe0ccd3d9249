/** Returns whether the server keeps mails in the mailbox page instead of sending them. */
export const hasMailbox = (): boolean =>
  document.querySelector<HTMLMetaElement>("meta[name=mailbox]")?.content === "here";
