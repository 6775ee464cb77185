/** A server that takes mail. */
export interface MailServer {
  /** `smtp://host:587` or `smtps://host:465`, without credentials. */
  url: string;
  auth: { user: string; password: string } | null;
}

/** One mail to one person. */
export interface Mail {
  /** Without brackets; the same at each try, so that a mail that came twice is seen to be one. */
  messageId: string;
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** `permanent`: the same mail will not be taken later either. `reason` holds no address and no secret. */
export type MailOutcome = { ok: true } | { ok: false; permanent: boolean; reason: string };

/** Hands mail to a server. Never throws for what a server says. */
export interface Mailer {
  send(mail: Mail, server: MailServer): Promise<MailOutcome>;
  /** Whether the server can be reached and lets us in; nothing is sent. */
  check(server: MailServer): Promise<MailOutcome>;
}
