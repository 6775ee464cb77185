import {
  mailedItems,
  noticeWaitMs,
  planNotices,
  type Addressee,
  type NoticeItem,
} from '../../core/setup/notice-plan.js';
import { nextDue } from '../../core/schedule/cron.js';
import { type Schedule } from '../../model/schedule.js';
import { isBeyondSchedule, isDue } from '../../core/schedule/due.js';
import type { MailOutcome } from '../../platform/mailer.js';
import type { Millis } from '../../model/millis.js';
import type { NoticeRecord } from '../../store/store.js';
import { noticeMessage } from './notice-message.js';
import { addresseesOf, type NoticeSettings } from '../services/notice-settings.js';
import { postNotice } from './notice-webhook.js';
import type { Services } from '../services/services.js';

/** Upper bound for the delay of items that are sent at once. */
const lookEveryMs = 60_000;
const stateKey = 'notices.state';

/** When the next check is due; `cron` is the schedule that `digestAt` belongs to. */
interface LookState {
  cron: string;
  digestAt: Millis;
  lookAt: Millis;
}

export interface NoticeReport {
  sent: number;
  failed: number;
}

/** Whether a check for new notices is due. Never, if notices are off. */
export async function isNoticeDue({ store, clock, notices }: Services): Promise<boolean> {
  const { settings } = notices;
  if (settings === null) return false;
  const state = await lookState(store);
  return state === null || isDue(state.lookAt, lookEveryMs, clock.now());
}

/**
 * Sends new attention items to those who must act: items of urgent kinds at once, everything else with the morning's digest if the item is
 * still open then. Each addressee gets a cause once. A message that failed is retried.
 */
export async function sendNotices(services: Services): Promise<NoticeReport> {
  const { store, clock, notices } = services;
  const { settings } = notices;
  if (settings === null) return { sent: 0, failed: 0 };
  const now = clock.now();
  const state = await lookState(store);
  const isDigest = isPlanned(state, settings, now) && state.digestAt <= now;
  // The time of this check is stored before the check, so that a check that fails does not start again at once.
  await saveState({ services, settings, former: state });
  const before = await store.notices.open();
  const isWhole = isDigest || before.some((row) => isUnsentDigest(row) && row.nextTryAt <= now);
  const found = mailedItems(await notices.attentionItems(isWhole ? 'all' : 'at_once'), now);
  const attentionItems = isWhole ? found : found.filter(({ atOnce }) => atOnce);
  const addressees = await addresseesOf(settings, store);
  const seen = isWhole ? before : before.filter(({ atOnce }) => atOnce);
  const change = planNotices(seen, attentionItems, addressees);
  if (change.added.length + change.over.length > 0) await store.notices.note({ ...change, now });
  const messages = await writeMessages(addressees, { isDigest, now }, services);
  // The digest counts as sent only now: its items are in stored messages, which are retried until they are delivered.
  if (isDigest) await saveState({ services, settings, former: null });
  return sendAll(messages, attentionItems, { settings, now }, services);
}

/** Belongs to a digest whose message was not accepted yet. */
function isUnsentDigest({ atOnce, message, toldAt }: NoticeRecord): boolean {
  return !atOnce && message !== null && toldAt === null;
}

interface Message {
  id: string;
  to: Addressee;
  rows: NoticeRecord[];
}

/** Groups the due notices into messages. A message that failed keeps its items; an addressee's new items share one new message. */
async function writeMessages(
  addressees: readonly Addressee[],
  { isDigest, now }: { isDigest: boolean; now: Millis },
  { store, random }: Services,
): Promise<Message[]> {
  const due = (await store.notices.open()).filter(
    ({ toldAt, atOnce, message, nextTryAt }) =>
      toldAt === null && nextTryAt <= now && (atOnce || message !== null || isDigest),
  );
  const messages: Message[] = [];
  for (const to of addressees) {
    const own = due.filter((row) => row.addressee === to.key);
    for (const id of new Set(own.map(({ message }) => message))) {
      const rows = own.filter(({ message }) => message === id);
      const written = id ?? Buffer.from(random.bytes(12)).toString('hex');
      if (id === null) await store.notices.write(idsOf(rows), written);
      messages.push({ id: written, to, rows });
    }
  }
  return messages;
}

function idsOf(rows: readonly NoticeRecord[]): number[] {
  return rows.map(({ id }) => id);
}

interface Look {
  settings: NoticeSettings;
  now: Millis;
}

async function sendAll(
  messages: readonly Message[],
  attentionItems: readonly NoticeItem[],
  look: Look,
  services: Services,
): Promise<NoticeReport> {
  const report: NoticeReport = { sent: 0, failed: 0 };
  for (const message of messages) {
    const about = attentionItems.filter(({ cause }) => message.rows.some((row) => row.cause === cause));
    if (about.length === 0) continue;
    const outcome = await send(message, about, look, services);
    report[outcome.ok ? 'sent' : 'failed'] += message.rows.length;
  }
  return report;
}

async function send(
  message: Message,
  attentionItems: readonly NoticeItem[],
  look: Look,
  services: Services,
): Promise<MailOutcome> {
  const { store, clock, log } = services;
  const ids = idsOf(message.rows);
  const outcome = await hand(message, attentionItems, look, services);
  if (outcome.ok) await store.notices.told(ids, clock.now());
  else {
    const waitMs = noticeWaitMs(Math.max(...message.rows.map(({ tries }) => tries)), outcome.permanent);
    await store.notices.failed(ids, { problem: outcome.reason, nextTryAt: clock.now() + waitMs });
    log.warn('notice could not be sent', {
      notices: ids.length,
      to: message.to.role,
      problem: outcome.reason,
    });
  }
  return outcome;
}

async function hand(
  { id, to }: Message,
  attentionItems: readonly NoticeItem[],
  { settings, now }: Look,
  { notices }: Services,
): Promise<MailOutcome> {
  const { mail, webhook, publicUrl, contact } = settings;
  if (to.email === null && webhook !== null)
    return postNotice({ id: `msg_${id}`, attentionItems, publicUrl }, webhook, {
      transport: notices.transport,
      now,
    });
  if (to.email === null || mail === null)
    return { ok: false, permanent: true, reason: 'no way to reach them is configured' };
  const { from, server } = mail;
  const messageId = `${id}@${domainOf(from)}`;
  const { subject, text, html } = noticeMessage(attentionItems, to, { publicUrl, contact });
  return notices.mailer.send({ messageId, from, to: to.email, subject, text, html }, server);
}

/** The domain of a sender's address. */
export function domainOf(from: string): string {
  return /@([\w.-]+)/.exec(from)?.[1] ?? 'feedsync.invalid';
}

function scheduleOf({ digest: cron, timezone }: NoticeSettings): Schedule {
  return { cron, timezone, spread: { key: 'notices', withinMs: 0 } };
}

function cronOf({ digest, timezone }: NoticeSettings): string {
  return `${digest} ${timezone}`;
}

/** Whether `digestAt` was computed from the current schedule, under a clock that was right. */
function isPlanned(state: LookState | null, settings: NoticeSettings, now: Millis): state is LookState {
  return state?.cron === cronOf(settings) && !isBeyondSchedule(scheduleOf(settings), state.digestAt, now, 0);
}

async function lookState({ meta }: Pick<Services['store'], 'meta'>): Promise<LookState | null> {
  const text = await meta.get(stateKey);
  return text === null ? null : (JSON.parse(text) as LookState);
}

/** @param of.former null: its digest is sent, or there was none */
async function saveState({
  services: { store, clock },
  settings,
  former,
}: {
  services: Services;
  settings: NoticeSettings;
  former: LookState | null;
}): Promise<void> {
  const { cron, timezone, spread } = scheduleOf(settings);
  const now = clock.now();
  const state: LookState = {
    cron: cronOf(settings),
    digestAt: isPlanned(former, settings, now) ? former.digestAt : nextDue(cron, timezone, now, spread),
    lookAt: now + lookEveryMs,
  };
  await store.meta.set(stateKey, JSON.stringify(state));
}
