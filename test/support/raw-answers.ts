import type { Socket } from 'node:net';
import { reply } from '../platform/raw-server.js';

/** What a server does with a request, written as bytes on its socket. */
export interface RawAnswer {
  name: string;
  /** @param body of a reply that would be right */
  write: (socket: Socket, body: string) => void;
  /**
   * - `open`: nothing more comes by itself; only a deadline ends it.
   * - `ends`: it is an answer that can be judged at once.
   */
  then: 'open' | 'ends';
  /** What is said of it: of a feed, a portal, a webhook target alike. */
  says: RegExp;
  /** What is reported of a feed, whose headers are read leniently; left out: the same. */
  feedSays?: RegExp;
}

const closed = /closed the connection before it answered/;
const notHttp = /something that is not HTTP/;
const tooSlow = /took longer than|in time|did not finish/;
const broken = /ended before the announced end|broke off its reply|cut/;

const ok = 'HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\n';

/** Writes as fast as the other side reads, until that closes. */
function endlessly(socket: Socket, piece: string, limitBytes = 128 * 1024 * 1024): void {
  const bytes = Buffer.from(piece.repeat(Math.ceil(64_000 / piece.length)), 'latin1');
  let written = 0;
  const more = (): void => {
    while (!socket.destroyed && written < limitBytes) {
      written += bytes.length;
      if (!socket.write(bytes)) return;
    }
  };
  socket.on('drain', more);
  more();
}

const ending = (
  name: string,
  bytes: string | ((body: string) => string | Buffer),
  says: RegExp,
  feedSays = says,
): RawAnswer => ({
  name,
  write: (socket, body) =>
    void socket.end(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes(body)),
  then: 'ends',
  says,
  feedSays,
});
const staying = (name: string, bytes: string | ((body: string) => string), says = tooSlow): RawAnswer => ({
  name,
  write: (socket, body) =>
    void socket.write(Buffer.from(typeof bytes === 'string' ? bytes : bytes(body), 'latin1')),
  then: 'open',
  says,
});
/** The connection stays, but it can be judged at once. */
const keeping = (name: string, bytes: string, says: RegExp): RawAnswer => ({
  ...staying(name, bytes, says),
  then: 'ends',
});
/** Goes on by itself, but is given up at once. */
const pouring = (name: string, start: string, piece: string, says: RegExp): RawAnswer => ({
  name,
  write: (socket) => {
    socket.write(Buffer.from(start, 'latin1'));
    endlessly(socket, piece);
  },
  then: 'ends',
  says,
});
const acting = (
  name: string,
  write: RawAnswer['write'],
  says: RegExp,
  then: RawAnswer['then'] = 'ends',
): RawAnswer => ({ name, write, then, says });

/** Every kind of answer that is no proper reply. */
export const rawAnswers: readonly RawAnswer[] = [
  staying('nothing at all', ''),
  acting('a close without a byte', (socket) => void socket.end(), closed),
  acting('a reset without a byte', (socket) => void socket.resetAndDestroy(), closed),

  ending(
    '101 with Upgrade',
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n',
    /101, an unrequested change of protocol/,
  ),
  keeping(
    '101 with Upgrade, kept open',
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n\x81\x02hi',
    /101, an unrequested change of protocol/,
  ),
  keeping(
    '101 without Upgrade',
    'HTTP/1.1 101 Switching Protocols\r\n\r\n',
    /101, an unrequested change of protocol/,
  ),
  staying('200 with Upgrade, and no body', 'HTTP/1.1 200 OK\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
  pouring('100 without end', '', 'HTTP/1.1 100 Continue\r\n\r\n', /kept sending interim responses \(100\)/),
  pouring(
    '103 with headers without end',
    '',
    `HTTP/1.1 103 Early Hints\r\nLink: <${'x'.repeat(900)}>\r\n\r\n`,
    /kept sending interim responses \(103\)/,
  ),
  staying('102 and then nothing', 'HTTP/1.1 102 Processing\r\n\r\n'),
  ending('100 and then a close', 'HTTP/1.1 100 Continue\r\n\r\n', closed),

  ending('HTTP/0.9', (body) => body, notHttp),
  ending('another protocol', 'SSH-2.0-OpenSSH_9.2\r\n', notHttp),
  ending('random bytes', '\x00\xff\x13\x37\xde\xad\xbe\xef'.repeat(200), notHttp),
  ending('zeros', '\x00'.repeat(4000), notHttp),
  ending('the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', notHttp),
  ending('a TLS alert', '\x15\x03\x01\x00\x02\x02\x28', notHttp),
  ending('a version of its own', 'HTTP/9.9 200 OK\r\nContent-Length: 0\r\n\r\n', notHttp, /an empty file/),
  ending('a status of ten digits', 'HTTP/1.1 2000000000 OK\r\n\r\n', notHttp),
  ending('a status below all', 'HTTP/1.1 099 OK\r\nContent-Length: 0\r\n\r\n', notHttp),
  ending('a status of letters', 'HTTP/1.1 two OK\r\n\r\n', notHttp),
  ending('empty lines before nothing', '\r\n\r\n\r\n\r\n', closed),

  ending('half a status line', 'HTTP/1.1 20', closed),
  ending('headers that are cut', `${ok}X-Half`, closed),
  acting(
    'headers, then a reset',
    (socket) => void socket.write(`${ok}X: 1`, () => socket.resetAndDestroy()),
    closed,
  ),
  staying('half of the headers', `${ok}X-More: `),
  pouring('headers without end', ok, 'X-More: 1\r\n', notHttp),
  pouring('a header without end', `${ok}X: `, 'x', notHttp),
  pouring('a header name without end', ok, 'x', notHttp),
  ending('a header without a colon', `${ok}nothing here\r\n\r\n`, notHttp),
  ending('a header with a zero', `${ok}X: a\x00b\r\n\r\n`, notHttp, /an empty file/),
  ending('two lengths', `${ok}Content-Length: 5\r\nContent-Length: 9\r\n\r\nhello`, notHttp),
  ending(
    'a length and chunks',
    `${ok}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n`,
    notHttp,
    /does not begin as XML/,
  ),
  ending('a negative length', `${ok}Content-Length: -5\r\n\r\nhello`, notHttp),
  ending('a length beyond all numbers', `${ok}Content-Length: ${'9'.repeat(40)}\r\n\r\nhello`, notHttp),

  ending(
    'a length longer than its body',
    (body) => reply('200 OK', [`Content-Length: ${body.length + 9}`], body),
    broken,
  ),
  staying(
    'a length longer than its body, kept open',
    (body) => `${ok}Content-Length: ${body.length + 9}\r\n\r\n${body}`,
  ),
  acting(
    'half a body, then a reset',
    (socket, body) =>
      void socket.write(reply('200 OK', ['Content-Length: 9999'], body), () => socket.resetAndDestroy()),
    broken,
  ),
  ending('chunks that are no numbers', `${ok}Transfer-Encoding: chunked\r\n\r\nzz\r\nhello\r\n`, broken),
  ending(
    'a chunk shorter than its number',
    `${ok}Transfer-Encoding: chunked\r\n\r\nff\r\nhello\r\n0\r\n\r\n`,
    broken,
  ),
  ending(
    'chunks without an end',
    (body) => `${ok}Transfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n`,
    broken,
  ),
  staying(
    'chunks without an end, kept open',
    (body) => `${ok}Transfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n`,
  ),
  pouring('a chunk extension without end', `${ok}Transfer-Encoding: chunked\r\n\r\n5;`, 'x', broken),
  pouring(
    'trailers without end',
    `${ok}Transfer-Encoding: chunked\r\n\r\n1\r\n<\r\n0\r\n`,
    'X-More: 1\r\n',
    broken,
  ),
  acting(
    'a body byte by byte',
    (socket) => {
      socket.write(`${ok}Content-Length: 999999\r\n\r\n`);
      const drip = setInterval(() => socket.write('<'), 5);
      socket.on('close', () => clearInterval(drip));
    },
    tooSlow,
    'open',
  ),
  acting(
    'headers byte by byte',
    (socket) => {
      socket.write(ok);
      const drip = setInterval(() => socket.write('X: 1\r\n'), 20);
      socket.on('close', () => clearInterval(drip));
    },
    tooSlow,
    'open',
  ),
];
