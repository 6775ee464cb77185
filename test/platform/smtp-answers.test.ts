import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { MailServer } from '../../src/platform/mailer.js';
import { createSmtpMailer } from '../../src/platform/smtp-mailer.js';
import { ManualClock } from '../support/manual-clock.js';
import { secret } from '../support/secrets.js';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

type Act = string | ((socket: Socket) => void);

interface BadServer {
  name: string;
  /** What it does at one moment of a conversation that is right until then. */
  at: 'connect' | 'EHLO' | 'STARTTLS' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | 'text';
  does: Act;
  says: RegExp;
  permanent?: boolean;
  /** Nothing comes of it by itself. */
  open?: boolean;
}

const silent: Act = () => undefined;
const close: Act = (socket) => void socket.end();
const reset: Act = (socket) => void socket.resetAndDestroy();
const drip =
  (piece: string): Act =>
  (socket) => {
    const timer = setInterval(() => socket.write(piece), 5);
    socket.on('close', () => clearInterval(timer));
  };
const pour =
  (piece: string): Act =>
  (socket) => {
    const bytes = piece.repeat(Math.ceil(64_000 / piece.length));
    const more = (): void => {
      while (!socket.destroyed && socket.write(bytes));
    };
    socket.on('drain', more);
    more();
  };

const slow = /did not finish within 60 s/;
const gone = /could not be used|closed the connection/;
const noSmtp = /answered with something that is not SMTP/;

const badServers: BadServer[] = [
  { name: 'says nothing', at: 'connect', does: silent, says: slow, open: true },
  { name: 'closes at once', at: 'connect', does: close, says: gone },
  { name: 'resets at once', at: 'connect', does: reset, says: gone },
  { name: 'greets as a web server', at: 'connect', does: 'HTTP/1.1 400 Bad Request\r\n\r\n', says: noSmtp },
  { name: 'greets with bytes', at: 'connect', does: '\x00\xff\x13\r\n', says: noSmtp },
  { name: 'greets with a success that is none', at: 'connect', does: '250 hello\r\n', says: noSmtp },
  { name: 'has no place', at: 'connect', does: '421 too busy\r\n', says: /refused the connection \(421\)/ },
  { name: 'serves nobody', at: 'connect', does: '554 no\r\n', says: /refused the connection \(554\)/ },
  { name: 'greets without end', at: 'connect', does: pour('220-more\r\n'), says: noSmtp },
  { name: 'greets with a line without end', at: 'connect', does: pour('2'), says: noSmtp },
  { name: 'greets byte by byte', at: 'connect', does: drip('220-x\r\n'), says: slow, open: true },
  { name: 'does not answer EHLO', at: 'EHLO', does: silent, says: slow, open: true },
  { name: 'closes at EHLO', at: 'EHLO', does: close, says: gone },
  { name: 'answers EHLO without end', at: 'EHLO', does: pour('250-X\r\n'), says: noSmtp },
  {
    name: 'refuses EHLO many times',
    at: 'EHLO',
    does: pour('500 X\r\n'),
    says: /refused the connection \(500\)/,
  },
  { name: 'answers EHLO with half a line', at: 'EHLO', does: '250-half', says: slow, open: true },
  {
    name: 'starts TLS with garbage',
    at: 'STARTTLS',
    does: (socket) => {
      socket.write('220 go\r\n');
      socket.once('data', () => socket.write('garbage that is no TLS\r\n'));
    },
    says: /secure connection|not SMTP|could not be used/,
  },
  {
    name: 'starts TLS and closes',
    at: 'STARTTLS',
    does: (socket) => socket.end('220 go\r\n'),
    says: /secure connection|could not be used/,
  },
  { name: 'starts TLS and says nothing', at: 'STARTTLS', does: '220 go\r\n', says: slow, open: true },
  { name: 'does not answer AUTH', at: 'AUTH', does: silent, says: slow, open: true },
  {
    name: 'does not know the password',
    at: 'AUTH',
    does: '535 no\r\n',
    says: /does not accept user and password \(535\)/,
  },
  {
    name: 'asks at AUTH again and again',
    at: 'AUTH',
    does: drip('334 VXNlcm5hbWU6\r\n'),
    says: slow,
    open: true,
  },
  { name: 'does not answer MAIL', at: 'MAIL', does: silent, says: slow, open: true },
  { name: 'closes at MAIL', at: 'MAIL', does: close, says: gone },
  {
    name: 'knows no such person',
    at: 'RCPT',
    does: '550 no\r\n',
    says: /did not accept the mail \(550\)/,
    permanent: true,
  },
  {
    name: 'has the person’s box full',
    at: 'RCPT',
    does: '452 full\r\n',
    says: /did not accept the mail \(452\)/,
  },
  { name: 'does not answer DATA', at: 'DATA', does: silent, says: slow, open: true },
  { name: 'resets at DATA', at: 'DATA', does: reset, says: gone },
  { name: 'reads the mail and says nothing', at: 'text', does: silent, says: slow, open: true },
  { name: 'reads the mail and closes', at: 'text', does: close, says: gone },
  { name: 'reads the mail and answers without end', at: 'text', does: pour('250-X\r\n'), says: noSmtp },
  {
    name: 'reads the mail and answers byte by byte',
    at: 'text',
    does: drip('250-X\r\n'),
    says: slow,
    open: true,
  },
  {
    name: 'reads the mail and does not want it',
    at: 'text',
    does: '554 spam\r\n',
    says: /did not accept the mail \(554\)/,
    permanent: true,
  },
];

/** Speaks SMTP until the moment of the bad answer; then time passes, where nothing else ends it. */
async function serve(bad: BadServer, clock: ManualClock): Promise<MailServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    let isText = false;
    const answer = (at: BadServer['at'], right: string): void => {
      if (bad.at !== at) return void socket.write(right);
      if (typeof bad.does === 'string') socket.write(Buffer.from(bad.does, 'latin1'));
      else bad.does(socket);
      if (bad.open === true) setImmediate(() => clock.advance(60_000));
    };
    answer('connect', '220 mail.example ESMTP\r\n');
    socket.on('data', (chunk) => {
      const text = chunk.toString('latin1');
      if (isText) {
        if (!text.endsWith('\r\n.\r\n')) return;
        isText = false;
        answer('text', '250 taken\r\n');
        return;
      }
      const command = /^[A-Z]+/i.exec(text)?.[0]?.toUpperCase() ?? '';
      const extensions = bad.at === 'STARTTLS' ? '250-STARTTLS\r\n' : '';
      if (command === 'EHLO') answer('EHLO', `250-mail.example\r\n${extensions}250 AUTH PLAIN LOGIN\r\n`);
      else if (command === 'STARTTLS') answer('STARTTLS', '');
      else if (command === 'AUTH') answer('AUTH', '235 welcome\r\n');
      else if (command === 'MAIL') answer('MAIL', '250 ok\r\n');
      else if (command === 'RCPT') answer('RCPT', '250 ok\r\n');
      else if (command === 'DATA') {
        isText = bad.at !== 'DATA';
        answer('DATA', '354 go on\r\n');
      } else if (command === 'QUIT') socket.end('221 bye\r\n');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, auth: { user: 'feedsync', password: secret('smtp-password') } };
}

const mail = {
  messageId: 'a@feedsync.example',
  from: 'feedsync@vendor.example',
  to: 'office@agency.example',
  subject: 'Subject',
  text: 'Text',
  html: '<p>Text</p>',
};

describe('a mail server that', () => {
  it.each(badServers)('$name: the mail is not sent, and that says why', async (bad) => {
    const clock = new ManualClock();
    const outcome = await createSmtpMailer(clock).send(mail, await serve(bad, clock));
    expect(outcome).toMatchObject({ ok: false, permanent: bad.permanent ?? false });
    expect(outcome.ok ? '' : outcome.reason).toMatch(/^the mail server 127\.0\.0\.1 /);
    expect(outcome.ok ? '' : outcome.reason).toMatch(bad.says);
  });

  const early = badServers.filter(({ at }) => ['connect', 'EHLO', 'STARTTLS', 'AUTH'].includes(at));
  it.each(early)('$name: asking whether it lets us in says the same', async (bad) => {
    const clock = new ManualClock();
    const outcome = await createSmtpMailer(clock).check(await serve(bad, clock));
    expect(outcome).toMatchObject({ ok: false, permanent: false });
    expect(outcome.ok ? '' : outcome.reason).toMatch(bad.says);
  });

  it('speaks SMTP as it should takes the mail', async () => {
    const clock = new ManualClock();
    const fine: BadServer = { name: '', at: 'text', does: '250 taken\r\n', says: /./ };
    const mailer = createSmtpMailer(clock);
    expect(await mailer.send(mail, await serve(fine, clock))).toEqual({ ok: true });
    expect(await mailer.check(await serve(fine, clock))).toEqual({ ok: true });
  });
});
