import { foldedName } from '../../platform/keyed-hash.js';
import type { Sentence } from '../../model/sentence.js';
import type { SetupRecord } from '../../store/store.js';
import { mailInvitation } from '../../sync/notices/invitation-mail.js';
import { mailedJustNow, noMailAddress, noMailServer, noPublicAddress } from '../../texts/invitation-words.js';
import type { ServerDeps } from '../deps.js';
import { invitationLink } from './link.js';

/** One address gets no more than one mailed invitation in this time, however often it is invited. */
const mailEveryMs = 10 * 60_000;
/** Lines of the audit that are looked through for the last mailed invitation of an account. */
const linesRead = 50;

const action = 'account.mail';
const subjectOf = (account: string): string => `account ${account}`;

/** Whether invitations can be mailed: a mail server and the console's public address are configured. */
export function canMail({ running, publicUrl }: Pick<ServerDeps, 'running' | 'publicUrl'>): boolean {
  return publicUrl !== null && (running().notices.settings?.mail ?? null) !== null;
}

/** Returns why no invitation is mailed to this address now, or null. It is asked before the invitation is made, which voids former links. */
export async function whyNotMailed(email: string, deps: ServerDeps): Promise<Sentence | null> {
  const { notices, store, clock } = deps.running();
  if ((notices.settings?.mail ?? null) === null) return noMailServer;
  // The address that a request names may be another's: a link in a mail leads to the configured one alone.
  if (deps.publicUrl === null) return noPublicAddress;
  const account = foldedName(email);
  if (!account.includes('@')) return noMailAddress(account);
  const lines = await store.audit.list({ limit: linesRead, text: subjectOf(account) });
  const since = clock.now() - mailEveryMs;
  const isRecent = lines.some(
    (line) => line.action === action && line.subject === subjectOf(account) && line.at > since,
  );
  return isRecent ? mailedJustNow : null;
}

/**
 * Mails the link of an invitation that was just made.
 * @param of.agency null: the account is of no agency that was set up here
 * @param of.by the colleague who invites; null: the partner's staff
 * @returns whether the mail server took it; its reason, in English, goes to staff alone
 */
export async function mailLink(
  { account, secret }: { account: { name: string }; secret: string },
  of: { agency: Pick<SetupRecord, 'title' | 'language'> | null; by: string | null; author: string },
  deps: ServerDeps,
): Promise<{ ok: boolean; problem: string | null }> {
  const { notices, store, clock, random, log } = deps.running();
  const { mail = null } = notices.settings ?? {};
  if (mail === null || deps.publicUrl === null) throw new Error('mail is not configured');
  const { agency, by, author } = of;
  const outcome = await mailInvitation(
    {
      account: account.name,
      link: invitationLink(deps.publicUrl, secret),
      agency: agency?.title ?? null,
      by,
      language: agency?.language ?? 'sr-Latn',
    },
    mail,
    { notices, random, contact: deps.contact },
  );
  if (!outcome.ok) {
    log.warn('invitation could not be mailed', { problem: outcome.reason });
    return { ok: false, problem: outcome.reason };
  }
  await store.audit.add({ at: clock.now(), author, action, subject: subjectOf(account.name), data: {} });
  return { ok: true, problem: null };
}
