import { failureCause, warningCause } from '../../../src/texts/failure-causes.js';
import { type Cause } from '../../../src/model/sentence.js';
import { silentLog } from '../../../src/platform/log/log.js';
import { createWebhookGate, receiveWebhook } from '../../../src/server/webhooks.js';
import { failureCodes, warningCodes } from '../../../src/wire/error-codes.js';
import type { World } from '../../support/world.js';
import type { ErrorBook } from './book.js';

/** Why the portal refused a listing or took less of it: for partners, and in the agencies’ language. */
export function reasonTexts(book: ErrorBook): void {
  const tell = (code: string, { why, next }: Cause, [en, sr]: [string, string]): void =>
    book.said(code, `${en} ${why.en}. ${next.en}\n${sr}${why.sr}. ${next.sr}`);
  book.chapter('Refused listings');
  for (const code of [...failureCodes, 'of_tomorrow'])
    tell(code, failureCause(code), ['The portal refused it, because', 'Portal: ']);
  tell('no code', failureCause(null), ['The portal refused it, because', 'Portal: ']);
  book.chapter('Warnings about listings');
  for (const code of warningCodes) tell(code, warningCause(code), ['The portal says that', 'Portal: ']);
}

/** What is answered to a webhook that is no hint of the portal’s. */
export async function webhookTexts({ app, clock }: World, book: ErrorBook): Promise<void> {
  book.chapter('Webhooks');
  const tell = async (heading: string, headers: Record<string, string>, body = '{}'): Promise<void> => {
    const all = { 'content-type': 'application/json', ...headers };
    const answer = await receiveWebhook(
      new Request('http://127.0.0.1/webhooks', { method: 'POST', headers: all, body }),
      {
        webhooks: app.services.store.webhooks,
        secrets: ['c2VjcmV0'],
        protocol: app.services.protocol,
        clock,
        portalTime: () => clock.now(),
        log: silentLog,
        gate: createWebhookGate({ log: silentLog, clock }),
        sender: 'portal',
      },
    );
    book.said(heading, `${answer.status} ${(await answer.text()).trim()}`);
  };
  const seconds = String(Math.floor(clock.now() / 1000));
  const signed = { 'webhook-id': 'evt_1', 'webhook-timestamp': seconds, 'webhook-signature': 'v1,AAAA' };
  await tell('no signature', { 'webhook-id': 'evt_1', 'webhook-timestamp': seconds });
  await tell('an old timestamp', { ...signed, 'webhook-timestamp': '1000' });
  await tell('a wrong signature', signed);
  await tell('another type', { ...signed, 'content-type': 'text/plain' });
  await tell('a long body', signed, 'x'.repeat(2 * 1024 * 1024));
}
