/** Whether mails stay on this machine, where the page of the mailbox shows them. */
export const hasMailbox = (): boolean =>
  document.querySelector<HTMLMetaElement>("meta[name=mailbox]")?.content === "here";
