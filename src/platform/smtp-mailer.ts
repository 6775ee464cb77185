import { systemClock, type Clock } from './clock.js';
import type { MailOutcome, Mailer, MailServer } from './mailer.js';
import { codeOf } from './code-of.js';
import { TooLate, within } from './within.js';

/** Limit of each step of a conversation. */
const stepMs = 10_000;
const silenceMs = 20_000;
/** Limit of the whole conversation, for a server that keeps sending. */
const conversationMs = 60_000;
const replyBytesMax = 64 * 1024;

/** Mail by SMTP, one connection per mail. A password is sent only over TLS, except to this machine. */
export function createSmtpMailer(clock: Clock = systemClock): Mailer {
  return {
    send: ({ messageId, ...mail }, server) =>
      talk(clock, server, async (options, signal) => {
        // Imported lazily, so that commands that send no mail start faster.
        const { createTransport } = await import('nodemailer');
        const transport = createTransport(options);
        await transport.sendMail({
          ...mail,
          messageId: `<${messageId}>`,
          // The header suppresses automatic replies. The two options below keep the library from loading a file or a URL for a mail.
          headers: { 'Auto-Submitted': 'auto-generated' },
          disableFileAccess: true,
          disableUrlAccess: true,
          signal,
        });
      }),
    check: (server) => talk(clock, server, knock),
  };
}

type Options = ReturnType<typeof optionsOf>;

async function talk(
  clock: Clock,
  server: MailServer,
  work: (options: Options, signal: AbortSignal) => Promise<void>,
): Promise<MailOutcome> {
  const options = optionsOf(server);
  try {
    await within(clock, conversationMs, (signal) => work(options, signal));
    return { ok: true };
  } catch (error) {
    return refusal(options.host, error);
  }
}

function optionsOf({ url, auth }: MailServer) {
  const { protocol, hostname, port } = new URL(url);
  const secure = protocol === 'smtps:';
  const host = hostname.replace(/^\[|\]$/g, '');
  return {
    host,
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    requireTLS: auth !== null && !isThisMachine(host),
    // The check of certificates is set explicitly, so that the environment cannot disable it.
    tls: { rejectUnauthorized: true },
    ...(auth !== null && { auth: { user: auth.user, pass: auth.password } }),
    connectionTimeout: stepMs,
    greetingTimeout: stepMs,
    socketTimeout: silenceMs,
    maxResponseSize: replyBytesMax,
  };
}

/** Connects, signs in and quits. */
async function knock(options: Options, signal: AbortSignal): Promise<void> {
  const { default: SMTPConnection } = await import('nodemailer/lib/smtp-connection');
  const connection = new SMTPConnection(options);
  const close = (): void => connection.close();
  signal.addEventListener('abort', close, { once: true });
  try {
    await new Promise<void>((resolve, reject) => {
      connection.on('error', reject);
      connection.once('end', () => reject(new Error('closed')));
      const settle = (error?: Error | null): void => (error == null ? resolve() : reject(error));
      connection.connect((error) => {
        if (error != null || options.auth === undefined || !connection.allowsAuth) {
          settle(error);
          return;
        }
        connection.login(options.auth, settle);
      });
    });
    connection.quit();
  } finally {
    signal.removeEventListener('abort', close);
    connection.close();
  }
}

function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}

/** The outcome of a failed conversation. A server's reply may hold addresses, so only its status is shown. */
function refusal(host: string, error: unknown): MailOutcome {
  const status = statusOf(error);
  const code = codeOf(error);
  const isRefusal = status !== null && status >= 400;
  // A refusal of the connection is not about this mail.
  const isOfMail = isRefusal && (code === 'EENVELOPE' || code === 'EMESSAGE');
  const what = isRefusal ? refusedWhat(code, isOfMail) : failedWhat(error, code);
  const detail = isRefusal || error instanceof TooLate ? (status ?? '') : code;
  const reason = `the mail server ${host} ${what}${detail === '' ? '' : ` (${detail})`}`;
  return { ok: false, permanent: isOfMail && status >= 500, reason };
}

function refusedWhat(code: string, isOfMail: boolean): string {
  if (code === 'EAUTH') return 'does not accept user and password';
  return isOfMail ? 'did not accept the mail' : 'refused the connection';
}

function failedWhat(error: unknown, code: string): string {
  if (error instanceof TooLate) return `did not finish within ${conversationMs / 1000} s`;
  if (code === 'ETIMEDOUT') return 'took too long to answer';
  if (code === 'ETLS') return 'could not establish a secure connection';
  if (code === 'EPROTOCOL' || statusOf(error) !== null) return 'answered with something that is not SMTP';
  return 'could not be used';
}

function statusOf(error: unknown): number | null {
  const isNumbered = error instanceof Error && 'responseCode' in error;
  return isNumbered && typeof error.responseCode === 'number' ? error.responseCode : null;
}
