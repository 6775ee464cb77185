import { linkTo, pageOf } from '../../texts/notice-links.js';
import { noticeItemWords } from '../../texts/notice-words.js';
import type { NoticeItem } from '../../core/setup/notice-plan.js';
import type { MailOutcome } from '../../platform/mailer.js';
import { TransportError, type Transport } from '../../platform/http/transport.js';
import { protocolSchema } from '../../wire/protocol.js';
import { webhookSignatures } from '../../wire/webhook-signature.js';

/** Outgoing webhooks follow Standard Webhooks, whatever the portal’s own webhooks look like. */
const standard = protocolSchema.parse({});
const timeoutMs = 15_000;
const replyBytesMax = 64 * 1024;

export interface WebhookNotice {
  /** Id of the message: the same in each attempt, so that the receiver can recognize duplicates. */
  id: string;
  attentionItems: readonly NoticeItem[];
  publicUrl: string | null;
}

/** Posts notices to another program, signed per Standard Webhooks. Any 2xx status counts as accepted. */
export async function postNotice(
  { id, attentionItems, publicUrl }: WebhookNotice,
  { url, secret }: { url: string; secret: string },
  { transport, now }: { transport: Transport; now: number },
): Promise<MailOutcome> {
  const host = new URL(url).host;
  const body = Buffer.from(JSON.stringify(noticeDocument(attentionItems, publicUrl, now)));
  const timestamp = String(Math.floor(now / 1000));
  const [signature] = webhookSignatures({ id, timestamp, body }, [secret], standard);
  try {
    const { status } = await transport.send({
      method: 'POST',
      url,
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,${signature?.toString('base64') ?? ''}`,
      },
      body,
      timeoutMs,
      replyBytesMax,
    });
    if (status >= 200 && status < 300) return { ok: true };
    return { ok: false, permanent: status === 410, reason: `the webhook at ${host} answered ${status}` };
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
    return { ok: false, permanent: false, reason: `the webhook did not accept it: ${error.message}` };
  }
}

/** One event with all attention items that are due now. */
function noticeDocument(
  attentionItems: readonly NoticeItem[],
  publicUrl: string | null,
  now: number,
): Record<string, unknown> {
  return {
    type: 'notices',
    timestamp: new Date(now).toISOString(),
    data: { notices: attentionItems.map((item) => itemDocument(item, publicUrl)) },
  };
}

function itemDocument(item: NoticeItem, publicUrl: string | null): Record<string, unknown> {
  const { cause, kind, connectionId, agency, count, since, roles, atOnce, hold, note } = item;
  const [sr, en] = [noticeItemWords(item, 'staff', 'sr'), noticeItemWords(item, 'staff', 'en')];
  return {
    ...{ cause, kind, connection: connectionId, agency, count },
    since: since === null ? null : new Date(since).toISOString(),
    ...{ roles, at_once: atOnce, note },
    hold: hold === null ? null : { id: hold.id, kind: hold.kind, listings: hold.lines },
    url: linkTo(pageOf(item, 'staff'), publicUrl),
    what: { sr: sr.what, en: en.what },
    next: { sr: sr.next, en: en.next },
  };
}
