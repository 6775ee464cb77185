import type { Config } from '../config/schema.js';
import type { AttentionContext } from '../inspect/attention/facts.js';
import { noticeItems } from '../inspect/attention/notice-items.js';
import type { Clock } from '../platform/clock.js';
import { fencedMailer, fencedTransport } from '../platform/fenced.js';
import type { Mailer } from '../platform/mailer.js';
import { stoppableMailer, stoppableTransport } from '../platform/stoppable.js';
import type { Transport } from '../platform/http/transport.js';
import { contactText } from '../texts/contact-words.js';
import type { Store } from '../store/store.js';
import type { NoticeServices, NoticeSettings } from '../sync/services/notice-settings.js';

/** What notices are sent with, under any configuration. */
export interface NoticeSeams {
  mailer: Mailer;
  transport: Transport;
  store: Store;
  clock: Clock;
  stopping: AbortSignal;
}

/** The services for notices under one configuration. */
export function openNotices(
  config: Config,
  { mailer, transport, store, clock, stopping }: NoticeSeams,
): NoticeServices {
  return {
    settings: noticeSettings(config),
    mailer: fencedMailer(stoppableMailer(mailer, stopping)),
    transport: fencedTransport(stoppableTransport(transport, stopping)),
    attentionItems: (which) => noticeItems(store, which, contextOf(config, clock.now())),
  };
}

/** Null if there is neither a mail server nor a webhook. */
export function noticeSettings({ notices, partner, timezone, server }: Config): NoticeSettings | null {
  const { mail, webhook, operators, partners, digest } = notices;
  if (mail === null && webhook === null) return null;
  const { email } = partner;
  const isNew = email !== undefined && !partners.some((person) => person.email === email);
  const contactPerson = isNew ? [{ email, language: 'sr' as const }] : [];
  const contact = contactText(partner);
  return {
    mail,
    webhook,
    operators,
    partners: [...partners, ...contactPerson],
    digest,
    timezone,
    contact,
    publicUrl: server.publicUrl,
  };
}

function contextOf({ portal, notices }: Config, now: number): AttentionContext {
  return {
    now,
    windowMs: portal.protocol.item_window_seconds * 1000,
    remindAfterMs: notices.remindAfterMs,
    // Unwritable folders are not sent as notices: storing such a notice would fail too.
    disk: [],
  };
}
