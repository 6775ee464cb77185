import { afterEach, describe, expect, it } from 'vitest';
import { readPhoto } from '../../src/feed/fetch/read-photo.js';
import { createGuardedFetcher } from '../../src/platform/http/guarded-fetcher.js';
import { createHttpTransport } from '../../src/platform/http/http-transport.js';
import { TransportError } from '../../src/platform/http/transport.js';
import { postNotice } from '../../src/sync/notices/notice-webhook.js';
import { ManualClock } from '../support/manual-clock.js';
import { rawAnswers, type RawAnswer } from '../support/raw-answers.js';
import { rawServer } from './raw-server.js';

const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A server of this answer. Where nothing more comes of it, time passes until every deadline is over. */
async function serving(answer: RawAnswer): Promise<{ url: string; clock: ManualClock }> {
  const clock = new ManualClock();
  const server = await rawServer((socket) => {
    answer.write(socket, 'a body');
    if (answer.then === 'open') setImmediate(() => clock.advance(60_000));
  });
  closing.push(server.close);
  return { url: server.url, clock };
}

describe('a portal that answers', () => {
  it.each(rawAnswers)('with $name: the request is lost, and says why', async (answer) => {
    const { url, clock } = await serving(answer);
    const transport = createHttpTransport(clock);
    closing.push(() => transport.close());
    const sent = transport.send({
      method: 'POST',
      url,
      headers: {},
      body: Buffer.from('{}'),
      timeoutMs: 60_000,
      replyBytesMax: 1_000_000,
    });
    const error = await sent.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TransportError);
    expect(error).toMatchObject({ effect: 'lost', wasStale: false });
    expect((error as Error).message).toMatch(answer.says);
    expect((error as Error).message).toMatch(/the request may have been executed\.$/);
  });
});

describe('a photo server that answers', () => {
  it.each(rawAnswers)('with $name: the photo is not read, and that says why', async (answer) => {
    const { url, clock } = await serving(answer);
    const services = { fetcher: createGuardedFetcher(), clock };
    const reading = await readPhoto(new URL(`${url}/1.jpg`), null, services, ['127.0.0.1']);
    expect(reading).toMatchObject({ kind: 'failed', reason: expect.stringMatching(answer.says) as string });
  });
});

describe('the target of a notice that answers', () => {
  it.each(rawAnswers)('with $name: the notice is not sent, and that says why', async (answer) => {
    const { url, clock } = await serving(answer);
    const transport = createHttpTransport(clock);
    closing.push(() => transport.close());
    const target = { url: `${url}/hook`, secret: `whsec_${Buffer.from('k'.repeat(24)).toString('base64')}` };
    const notice = { id: 'msg_1', attentionItems: [], publicUrl: null };
    const outcome = await postNotice(notice, target, { transport, now: clock.now() });
    expect(outcome).toMatchObject({
      ok: false,
      permanent: false,
      reason: expect.stringMatching(answer.says) as string,
    });
  });
});
