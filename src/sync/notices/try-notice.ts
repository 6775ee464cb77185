import type { NoticeLanguage } from '../../core/setup/notice-plan.js';
import type { Clock } from '../../platform/clock.js';
import { html } from '../../platform/html.js';
import type { MailOutcome, Mailer } from '../../platform/mailer.js';
import type { Random } from '../../platform/random.js';
import type { Transport } from '../../platform/http/transport.js';
import type { NoticeSettings } from '../services/notice-settings.js';
import { postNotice } from './notice-webhook.js';
import { domainOf } from './send-notices.js';

interface TrialSeams {
  mailer: Mailer;
  transport: Transport;
  clock: Clock;
  random: Random;
}

const trial: Readonly<Record<NoticeLanguage, { subject: string; text: string }>> = {
  sr: {
    subject: 'feedsync: probna poruka',
    text: 'Ovo je probna poruka: slanje pošte radi. Ne morate ništa da uradite.',
  },
  en: {
    subject: 'feedsync: a test mail',
    text: 'This is a test mail: sending mail works. There is nothing to do.',
  },
};

/** Sends one mail to prove that mail works. */
export async function mailTrial(
  { to, language }: { to: string; language: NoticeLanguage },
  { from, server }: NonNullable<NoticeSettings['mail']>,
  { mailer, random }: TrialSeams,
): Promise<MailOutcome> {
  const { subject, text } = trial[language];
  const messageId = `${Buffer.from(random.bytes(12)).toString('hex')}@${domainOf(from)}`;
  return mailer.send({ messageId, from, to, subject, text, html: html`<p>${text}</p>`.markup }, server);
}

/** Posts an event without notices. */
export async function postTrial(
  webhook: NonNullable<NoticeSettings['webhook']>,
  { transport, clock, random }: TrialSeams,
): Promise<MailOutcome> {
  const id = `msg_${Buffer.from(random.bytes(12)).toString('hex')}`;
  return postNotice({ id, attentionItems: [], publicUrl: null }, webhook, { transport, now: clock.now() });
}
