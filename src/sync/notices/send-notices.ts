import { noticeWaitMs, planNotices, type Addressee, type NoticeItem } from '../../core/setup/notice-plan.js';
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

/** What is told at once is told within this time. */
const lookEveryMs = 60_000;
const stateKey = 'notices.state';

/** When is looked next; `cron` is the schedule that `digestAt` belongs to. */
interface LookState {
  cron: string;
  digestAt: Millis;
  lookAt: Millis;
}

export interface NoticeReport {
  told: number;
  failed: number;
}

/** Whether somebody may have to be told something. Nothing is looked at where nobody is told anything. */
export async function isNoticeDue({ store, clock, notices }: Services): Promise<boolean> {
  const { settings } = notices;
  if (settings === null) return false;
  const state = await lookState(store);
  return state === null || isDue(state.lookAt, lookEveryMs, clock.now());
}

/**
 * Tells whoever must act what came up: decisions and what was sent back at once, everything else in the morning if it still waits
 * then. A cause is told once to each; what could not be told is told later, whatever else goes on.
 */
export async function sendNotices(services: Services): Promise<NoticeReport> {
  const { store, clock, notices } = services;
  const { settings } = notices;
  if (settings === null) return { told: 0, failed: 0 };
  const now = clock.now();
  const state = await lookState(store);
  const isDigest = isPlanned(state, settings, now) && state.digestAt <= now;
  // Written first: whatever becomes of this look, the next one is not begun at once.
  await saveState({ services, settings, former: state });
  const before = await store.notices.open();
  const isWhole = isDigest || before.some((row) => isUnsentDigest(row) && row.nextTryAt <= now);
  const found = await notices.attentionItems(isWhole ? 'all' : 'at_once');
  const matters = isWhole ? found : found.filter(({ atOnce }) => atOnce);
  const addressees = await addresseesOf(settings, store);
  const seen = isWhole ? before : before.filter(({ atOnce }) => atOnce);
  const change = planNotices(seen, matters, addressees);
  if (change.added.length + change.over.length > 0) await store.notices.note({ ...change, now });
  const messages = await writeMessages(addressees, { isDigest, now }, services);
  // Only now is this morning over: what it tells is in messages that go out whatever happens.
  if (isDigest) await saveState({ services, settings, former: null });
  return sendAll(messages, matters, { settings, now }, services);
}

/** Of a morning whose message was not taken yet. */
function isUnsentDigest({ atOnce, message, toldAt }: NoticeRecord): boolean {
  return !atOnce && message !== null && toldAt === null;
}

interface Message {
  id: string;
  to: Addressee;
  rows: NoticeRecord[];
}

/** What is due, by message: what was in one goes in one again, everything new of somebody goes together. */
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
  matters: readonly NoticeItem[],
  look: Look,
  services: Services,
): Promise<NoticeReport> {
  const report: NoticeReport = { told: 0, failed: 0 };
  for (const message of messages) {
    const about = matters.filter(({ cause }) => message.rows.some((row) => row.cause === cause));
    if (about.length === 0) continue;
    const outcome = await send(message, about, look, services);
    report[outcome.ok ? 'told' : 'failed'] += message.rows.length;
  }
  return report;
}

async function send(
  message: Message,
  matters: readonly NoticeItem[],
  look: Look,
  services: Services,
): Promise<MailOutcome> {
  const { store, clock, log } = services;
  const ids = idsOf(message.rows);
  const outcome = await hand(message, matters, look, services);
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
  matters: readonly NoticeItem[],
  { settings, now }: Look,
  { notices }: Services,
): Promise<MailOutcome> {
  const { mail, webhook, publicUrl } = settings;
  if (to.email === null && webhook !== null)
    return postNotice({ id: `msg_${id}`, matters, publicUrl }, webhook, {
      transport: notices.transport,
      now,
    });
  if (to.email === null || mail === null)
    return { ok: false, permanent: true, reason: 'it is not said how to reach them' };
  const { from, server } = mail;
  const messageId = `${id}@${domainOf(from)}`;
  const { subject, text, html } = noticeMessage(matters, to, publicUrl);
  return notices.mailer.send({ messageId, from, to: to.email, subject, text, html }, server);
}

/** Of the sender. */
export function domainOf(from: string): string {
  return /@([\w.-]+)/.exec(from)?.[1] ?? 'feedsync.invalid';
}

function scheduleOf({ digest: cron, timezone }: NoticeSettings): Schedule {
  return { cron, timezone, spread: { key: 'notices', withinMs: 0 } };
}

function cronOf({ digest, timezone }: NoticeSettings): string {
  return `${digest} ${timezone}`;
}

/** Whether the next digest has its time by this schedule, and not by another one or by a clock that was wrong. */
function isPlanned(state: LookState | null, settings: NoticeSettings, now: Millis): state is LookState {
  return state?.cron === cronOf(settings) && !isBeyondSchedule(scheduleOf(settings), state.digestAt, now, 0);
}

async function lookState({ meta }: Pick<Services['store'], 'meta'>): Promise<LookState | null> {
  const text = await meta.get(stateKey);
  return text === null ? null : (JSON.parse(text) as LookState);
}

/** @param of.former null: its morning is over, or there was none */
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
