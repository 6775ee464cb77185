/** A mail server. */
export interface MailServer {
  /** `smtp://host:587` or `smtps://host:465`, without credentials. */
  url: string;
  auth: { user: string; password: string } | null;
}

/** One mail to one recipient. */
export interface Mail {
  /** Without brackets. Constant across retries, so that a mail that arrives twice is recognised. */
  messageId: string;
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** `permanent`: a retry of the same mail is pointless. `reason` holds no address and no secret. */
export type MailOutcome = { ok: true } | { ok: false; permanent: boolean; reason: string };

/** Sends mail to a server. Never throws for a server's reply. */
export interface Mailer {
  send(mail: Mail, server: MailServer): Promise<MailOutcome>;
  /** Checks that the server can be reached and accepts the credentials, without sending a mail. */
  check(server: MailServer): Promise<MailOutcome>;
}
