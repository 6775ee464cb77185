import { SMTPServer } from 'smtp-server';

/** A mail as it arrived, decoded. */
export interface ArrivedMail {
  from: string;
  to: string[];
  headers: ReadonlyMap<string, string>;
  subject: string;
  text: string;
  html: string;
}

/** A real mail server in this process. */
export class MailServer {
  readonly mails: ArrivedMail[] = [];
  /** Refuses mail with this reply code while it is set. */
  refuse: number | null = null;
  readonly #server: SMTPServer;
  #port = 0;

  private constructor(password: string | null) {
    this.#server = new SMTPServer({
      disabledCommands: password === null ? ['STARTTLS', 'AUTH'] : ['STARTTLS'],
      allowInsecureAuth: true,
      logger: false,
      onAuth: (auth, _session, callback) => {
        if (auth.password === password) callback(null, { user: auth.username });
        else callback(new Error('refused'));
      },
      onData: (stream, session, callback) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => void chunks.push(chunk));
        stream.on('end', () => {
          if (this.refuse !== null) {
            const refusal = `no place for ${session.envelope.rcptTo.map(({ address }) => address).join()}`;
            callback(Object.assign(new Error(refusal), { responseCode: this.refuse }));
            return;
          }
          const { mailFrom, rcptTo } = session.envelope;
          const from = mailFrom === false ? '' : mailFrom.address;
          const to = rcptTo.map(({ address }) => address);
          this.mails.push(read(Buffer.concat(chunks).toString('utf8'), from, to));
          callback();
        });
      },
    });
  }

  /** @param password where it lets in only who knows it */
  static async start(password: string | null = null): Promise<MailServer> {
    const server = new MailServer(password);
    await server.#listen();
    return server;
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.#port}`;
  }

  /** What came since the last call. */
  taken(): ArrivedMail[] {
    return this.mails.splice(0);
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.close(resolve));
  }

  #listen(): Promise<void> {
    return new Promise((resolve) => {
      const listening = this.#server.listen(0, '127.0.0.1', () => {
        const address = listening.address();
        this.#port = typeof address === 'object' && address !== null ? address.port : 0;
        resolve();
      });
    });
  }
}

function read(source: string, from: string, to: string[]): ArrivedMail {
  const { headers, body } = partOf(source);
  const boundary = /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '')?.[1] ?? '';
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => partOf(part.replace(/^\r\n/, '')));
  const bodyOf = (type: string): string => {
    const part = parts.find((one) => one.headers.get('content-type')?.startsWith(type));
    return part === undefined ? '' : decoded(part);
  };
  const subject = decodedWords(headers.get('subject') ?? '');
  return { from, to, headers, subject, text: bodyOf('text/plain'), html: bodyOf('text/html') };
}

interface MimePart {
  headers: Map<string, string>;
  body: string;
}

function partOf(source: string): MimePart {
  const end = source.indexOf('\r\n\r\n');
  const lines = source
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { headers: new Map(headers), body: source.slice(end + 4) };
}

function decoded({ headers, body }: MimePart): string {
  const encoding = headers.get('content-transfer-encoding');
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  return encoding === 'quoted-printable' ? quotedPrintable(body.replace(/=\r\n/g, '')) : body;
}

function quotedPrintable(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

function decodedWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString('utf8')
        : quotedPrintable(word.replaceAll('_', ' ')),
    );
}
