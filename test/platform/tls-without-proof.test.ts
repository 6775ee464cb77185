import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHttpTransport } from '../../src/platform/http/http-transport.js';
import { createSmtpMailer } from '../../src/platform/smtp-mailer.js';
import { postNotice } from '../../src/sync/notices/notice-webhook.js';
import { hasOpenssl, makeCertificates } from '../support/certificates.js';

const variable = 'NODE_TLS_REJECT_UNAUTHORIZED';
let before: string | undefined;
const closing: (() => Promise<void> | void)[] = [];
beforeEach(() => {
  before = process.env[variable];
  process.env[variable] = '0';
});
afterEach(async () => {
  if (before === undefined) Reflect.deleteProperty(process.env, variable);
  else process.env[variable] = before;
  for (const close of closing.splice(0)) await close();
});

describe.runIf(hasOpenssl)('where the environment says that certificates need no proof', () => {
  const { selfSigned } = hasOpenssl ? makeCertificates() : { selfSigned: { key: '', cert: '' } };

  async function https(): Promise<{ url: string; asked: string[] }> {
    const asked: string[] = [];
    const server = createHttpsServer(selfSigned, (request, response) => {
      asked.push(request.url ?? '');
      response.end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closing.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
    return { url: `https://127.0.0.1:${(server.address() as AddressInfo).port}/v1/ping`, asked };
  }

  function transport() {
    const made = createHttpTransport();
    closing.push(() => made.close());
    return made;
  }

  it('a portal that proves nothing is sent nothing', async () => {
    const { url, asked } = await https();
    const request = { method: 'GET', url, headers: {}, body: null, timeoutMs: 20_000, replyBytesMax: 1000 };
    await expect(transport().send(request)).rejects.toMatchObject({
      effect: 'refused',
      message: expect.stringContaining('DEPTH_ZERO_SELF_SIGNED_CERT') as string,
    });
    expect(asked).toEqual([]);
  });

  it('the target of a notice that proves nothing is sent nothing', async () => {
    const { url, asked } = await https();
    const secret = `whsec_${Buffer.from('k'.repeat(24)).toString('base64')}`;
    const notice = { id: 'msg_1', attentionItems: [], publicUrl: null };
    const outcome = await postNotice(notice, { url, secret }, { transport: transport(), now: 0 });
    expect(outcome).toMatchObject({ ok: false, reason: expect.stringContaining('SELF_SIGNED') as string });
    expect(asked).toEqual([]);
  });

  it.each([true, false])(
    'a mail server that proves nothing is sent nothing (TLS from the start: %s)',
    async (secure) => {
      const senders: string[] = [];
      const server = new SMTPServer({
        ...selfSigned,
        secure,
        authOptional: true,
        logger: false,
        onMailFrom: ({ address }, _session, callback) => {
          senders.push(address);
          callback();
        },
      });
      server.on('error', () => undefined);
      const port = await new Promise<number>((resolve) => {
        const listening = server.listen(0, '127.0.0.1', () =>
          resolve((listening.address() as AddressInfo).port),
        );
      });
      closing.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
      const mail = {
        messageId: 'a@b.example',
        from: 'a@b.example',
        to: 'c@d.example',
        subject: '',
        text: '',
        html: '',
      };
      const target = { url: `${secure ? 'smtps' : 'smtp'}://127.0.0.1:${port}`, auth: null };
      const mailer = createSmtpMailer();
      const refused = { ok: false, permanent: false };
      expect(await mailer.send(mail, target)).toMatchObject(refused);
      expect(await mailer.check(target)).toMatchObject(refused);
      expect(senders).toEqual([]);
    },
  );
});
