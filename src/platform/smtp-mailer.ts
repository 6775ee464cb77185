import type { Transporter } from 'nodemailer';
import type { MailOutcome, Mailer, MailServer } from './mailer.js';

/** Each step of a conversation: a server that is slower is tried again later. */
const stepMs = 10_000;
const silenceMs = 20_000;

/** Mail by SMTP, one connection per mail. Where there is a password, it never goes over an open line but to this very machine. */
export function createSmtpMailer(): Mailer {
  return {
    send: ({ messageId, ...mail }, server) =>
      talk(server, (transport) =>
        transport.sendMail({
          ...mail,
          messageId: `<${messageId}>`,
          // Nobody's holiday answer is wanted, and no file or address is ever loaded for a mail.
          headers: { 'Auto-Submitted': 'auto-generated' },
          disableFileAccess: true,
          disableUrlAccess: true,
        }),
      ),
    check: (server) => talk(server, (transport) => transport.verify()),
  };
}

async function talk(
  server: MailServer,
  work: (transport: Transporter) => Promise<unknown>,
): Promise<MailOutcome> {
  // Commands that tell nobody anything start sooner without it.
  const { createTransport } = await import('nodemailer');
  const { protocol, hostname, port } = new URL(server.url);
  const secure = protocol === 'smtps:';
  const host = hostname.replace(/^\[|\]$/g, '');
  const transport = createTransport({
    host,
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    requireTLS: server.auth !== null && !isThisMachine(host),
    ...(server.auth !== null && { auth: { user: server.auth.user, pass: server.auth.password } }),
    connectionTimeout: stepMs,
    greetingTimeout: stepMs,
    socketTimeout: silenceMs,
  });
  try {
    await work(transport);
    return { ok: true };
  } catch (error) {
    return refusal(host, error);
  } finally {
    transport.close();
  }
}

function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}

/** What a server answers may hold addresses: only its number is told. */
function refusal(host: string, error: unknown): MailOutcome {
  const status = numberOf(error);
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  if (status === null)
    return { ok: false, permanent: false, reason: `the mail server ${host} could not be used (${code})` };
  if (code === 'EAUTH')
    return {
      ok: false,
      permanent: false,
      reason: `the mail server ${host} does not take user and password (${status})`,
    };
  return {
    ok: false,
    permanent: status >= 500,
    reason: `the mail server ${host} did not take the mail (${status})`,
  };
}

function numberOf(error: unknown): number | null {
  const status: unknown = error instanceof Error ? Reflect.get(error, 'responseCode') : null;
  return typeof status === 'number' ? status : null;
}
