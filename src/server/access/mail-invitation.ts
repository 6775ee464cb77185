import { createHash } from 'node:crypto';
import { isAddress } from '../../core/setup/mail-choice.js';
import { foldedName } from '../../platform/keyed-hash.js';
import type { Sentence } from '../../model/sentence.js';
import { endMailTurn, startMailTurn } from '../../store/facts/mail-turns.js';
import type { SetupRecord } from '../../store/store.js';
import { mailInvitation } from '../../sync/notices/invitation-mail.js';
import {
  mailedJustNow,
  mailedOften,
  noMailAddress,
  noMailServer,
  noPublicAddress,
} from '../../texts/invitation-words.js';
import type { ServerDeps } from '../deps.js';
import { invitationLink } from './link.js';

/** One address gets no more than one mailed invitation in this time, however often it is invited. */
const mailEveryMs = 10 * 60_000;
/** And no more than so many in a day: further ones are a mistake or an attack. */
const mailsADay = 5;
const dayMs = 24 * 3_600_000;
/** Lines of the audit that are read at once. */
const linesRead = 50;

const action = 'account.mail';
const subjectOf = (account: string): string => `account ${account}`;

/** Whether invitations can be mailed: a mail server and the console's public address are configured. */
export function canMail({ running, publicUrl }: Pick<ServerDeps, 'running' | 'publicUrl'>): boolean {
  return publicUrl !== null && (running().notices.settings?.mail ?? null) !== null;
}

/** A turn ends at the latest by then: a process that dies keeps no address for longer. The mail server has less time for one mail. */
const turnMs = 5 * 60_000;

type MailTurn = { ok: true; end: () => Promise<void> } | { ok: false; why: Sentence };

/**
 * Takes the turn to mail an invitation to an address, which no other request gets until it ends, whichever process it reaches. Refused where
 * none is mailed to it now. It is asked before the invitation is made, which voids former links.
 */
export async function takeMailTurn(email: string, deps: ServerDeps): Promise<MailTurn> {
  const { notices } = deps.running();
  if ((notices.settings?.mail ?? null) === null) return { ok: false, why: noMailServer };
  // The address that a request names may be another's: a link in a mail leads to the configured one alone.
  if (deps.publicUrl === null) return { ok: false, why: noPublicAddress };
  const account = foldedName(email);
  if (!isAddress(account)) return { ok: false, why: noMailAddress(account) };
  const { store, clock } = deps.running();
  const now = clock.now();
  const key = createHash('sha256').update(account).digest('base64url');
  if (!(await startMailTurn(store, key, { now, until: now + turnMs })))
    return { ok: false, why: mailedJustNow };
  const end = (): Promise<void> => endMailTurn(store, key);
  try {
    const why = whyNotAgain(await mailedToday(account, deps), now);
    if (why === null) return { ok: true, end };
    await end();
    return { ok: false, why };
  } catch (error) {
    await end();
    throw error;
  }
}

function whyNotAgain(mailed: readonly number[], now: number): Sentence | null {
  if (mailed.some((at) => at > now - mailEveryMs)) return mailedJustNow;
  return mailed.length < mailsADay ? null : mailedOften;
}

/** When invitations were mailed to an address within a day. Other acts on the account may have pushed these lines of the audit far back. */
async function mailedToday(account: string, deps: ServerDeps): Promise<number[]> {
  const { store, clock } = deps.running();
  const since = clock.now() - dayMs;
  const mailed: number[] = [];
  let before: number | undefined;
  for (;;) {
    const lines = await store.audit.list({
      ...{ limit: linesRead, text: subjectOf(account) },
      ...(before !== undefined && { before }),
    });
    const recent = lines.filter(({ at }) => at > since);
    for (const line of recent)
      if (line.action === action && line.subject === subjectOf(account)) mailed.push(line.at);
    if (recent.length < linesRead) return mailed;
    before = lines.at(-1)?.id;
  }
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
