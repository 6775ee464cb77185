import { isOpenDoubt } from '../../core/content/guard/questions.js';
import type { ContentField, ContentRule, OpenDoubt } from '../../model/content.js';
import type { ConnectionId, ExternalId } from '../../model/ids.js';
import type { Hold } from '../../model/hold.js';
import type { Millis } from '../../model/millis.js';
import { counted, listingForms } from '../../texts/counted.js';
import { contentFieldName, shownValue } from '../../texts/content-words.js';
import { expectAbove } from '../../core/removals/typed-above.js';
import { settleContentHold } from '../content/settle-content.js';
import type { Services } from '../services/services.js';
import type { Decision, DecisionResult } from './decision.js';

/** Rejects all open doubts of a feed's content hold, or confirms those that were open when the decision was made (RULES R81). */
export async function decideContentHold(
  hold: Hold,
  { kind, author, askedAt }: Decision,
  services: Services,
): Promise<DecisionResult> {
  const { store, clock, limits } = services;
  const { feedId } = hold;
  if (feedId === null) return { ok: false, message: `Hold ${hold.id} is of no feed: nothing was changed.` };
  const now = clock.now();
  const doubts = (await store.content.doubts(feedId)).filter((doubt) => isOpenDoubt(doubt, now));
  if (kind === 'reject') {
    const until = now + limits.pinMs;
    await store.content.reject(feedId, doubts, { until, by: author, now, holdId: hold.id });
    return {
      ok: true,
      message: `hold ${hold.id} rejected: ${values(doubts.length)} stay as they are on the portal until the feed gives others`,
      listings: doubts.length,
    };
  }
  const seen = seenAt(doubts, askedAt);
  if (seen.length === 0 && doubts.length > 0) return { ok: false, message: noneSeen(doubts.length) };
  const confirmed = await store.content.confirm(feedId, seen, { by: author, now, holdId: hold.id });
  if (seen.length < doubts.length) await settleFeed({ feedId }, services);
  return {
    ok: true,
    message: `hold ${hold.id} approved: ${values(confirmed.length)} are confirmed and go out${stillAsked(doubts.length - seen.length)}`,
    listings: confirmed.length,
  };
}

/** Which doubts are confirmed: those of one listing, or those of one rule of a feed. */
export type ContentChoice =
  | {
      of: 'listing';
      connectionId: ConnectionId | null;
      externalId: ExternalId;
      field: ContentField | null;
      /** The value that was shown; null: the present one. */
      value: string | null;
    }
  | { of: 'rule'; feed: string; rule: ContentRule; expect: number | null };

/** Confirms values that are in doubt: they go live as the record has them. */
export async function confirmContent(
  choice: ContentChoice,
  author: string,
  services: Services,
  askedAt?: Millis,
): Promise<DecisionResult> {
  const chosen =
    choice.of === 'listing' ? await ofListing(choice, services) : await ofRule(choice, services, askedAt);
  if (typeof chosen === 'string') return { ok: false, message: chosen };
  const [first] = chosen;
  if (first === undefined) return { ok: false, message: 'No value is in doubt there: nothing was changed.' };
  const { store, clock } = services;
  const confirmed = await store.content.confirm(first.feedId, chosen, { by: author, now: clock.now() });
  await settleFeed(first, services);
  const [one] = confirmed;
  return {
    ok: true,
    message:
      confirmed.length === 1 && one !== undefined
        ? `${contentFieldName(one.field).en} ${shownValue(one)} of ${one.externalId} is confirmed and goes out`
        : `${values(confirmed.length)} of ${counted(new Set(confirmed.map(({ externalId }) => externalId)).size, listingForms).en} are confirmed and go out`,
    listings: confirmed.length,
  };
}

/** Takes the confirmation of one value back: the value before it is sent again. Without a field, the latest confirmation of the listing. */
export async function takeBackContent(
  of: { connectionId: ConnectionId; externalId: ExternalId; field: ContentField | null },
  author: string,
  services: Services,
): Promise<DecisionResult> {
  const { store, clock } = services;
  const listing = await store.listings.get(of.connectionId, of.externalId);
  const known = (await store.content.known(of.connectionId, [of.externalId])).get(of.externalId);
  const standing = (known?.confirmations ?? []).filter(
    ({ takenBackAt, field }) => takenBackAt === null && (of.field === null || field === of.field),
  );
  const last = standing.at(-1);
  if (listing?.feedId == null || last === undefined)
    return {
      ok: false,
      message: `No confirmed value of ${of.externalId} can be taken back: nothing was changed.`,
    };
  const { feedId } = listing;
  const taken = await store.content.takeBack({ ...of, feedId, field: last.field }, author, clock.now());
  if (taken === null)
    return {
      ok: false,
      message: `${of.externalId} had no ${contentFieldName(last.field).en} before ${last.value}: nothing was changed. \`feedsync suppress ${of.externalId}\` takes the listing off the portal.`,
    };
  return {
    ok: true,
    message: `the confirmation of ${shownValue(taken)} of ${of.externalId} is taken back: ${shownValue({ ...taken, value: taken.before ?? '' })} is sent again`,
    listings: 1,
  };
}

async function ofListing(
  { connectionId, externalId, field, value }: Extract<ContentChoice, { of: 'listing' }>,
  { store }: Services,
): Promise<OpenDoubt[] | string> {
  const all = await store.content.doubtsOf(externalId, connectionId ?? undefined);
  // A rejected value may be confirmed after all. A confirmed one is mapped again soon, and asks nothing until then.
  const doubts = all.filter(({ confirmedAt }) => confirmedAt === null);
  if (doubts.length === 0)
    return all.length === 0
      ? `No value of ${externalId} is in doubt: nothing was changed.`
      : `${named(all)} of ${externalId} is confirmed already and goes out: nothing was changed.`;
  const chosen = field === null ? doubts : doubts.filter((doubt) => doubt.field === field);
  const [one, another] = chosen;
  if (one === undefined)
    return `The ${field === null ? 'value' : contentFieldName(field).en} of ${externalId} is not in doubt, but: ${named(doubts)}. Nothing was changed.`;
  if (another !== undefined)
    return `Several values of ${externalId} are in doubt (${named(chosen)}): choose one with --field, or the connection with --connection. Nothing was changed.`;
  if (value !== null && one.value !== value)
    return `The record of ${externalId} has changed: its ${contentFieldName(one.field).en} is ${shownValue(one)} now, not ${shownValue({ ...one, value })}. Nothing was changed.`;
  return [one];
}

async function ofRule(
  { feed, rule, expect }: Extract<ContentChoice, { of: 'rule' }>,
  { store, clock }: Services,
  askedAt: Millis | undefined,
): Promise<OpenDoubt[] | string> {
  const row = (await store.feeds.all()).find(({ name }) => name === feed);
  if (row === undefined) return `There is no feed ${feed}: nothing was changed.`;
  const now = clock.now();
  const doubts = (await store.content.doubts(row.id)).filter(
    (doubt) => doubt.rule === rule && isOpenDoubt(doubt, now),
  );
  if (expect !== null && expect !== doubts.length)
    return `${feed} now has ${values(doubts.length)} in doubt by the rule ${rule}, not ${expect}: nothing was changed. Look again with \`feedsync holds\`, then repeat with --expect ${doubts.length}.`;
  if (expect === null && doubts.length > expectAbove)
    return `${values(doubts.length)} are in doubt by the rule ${rule}: to confirm more than ${expectAbove}, repeat with --expect ${doubts.length}.`;
  const seen = seenAt(doubts, askedAt);
  return seen.length === 0 && doubts.length > 0 ? noneSeen(doubts.length) : seen;
}

/** The doubts of values that a person can have seen: a record that has changed since then has another value (RULES R81). */
function seenAt(doubts: readonly OpenDoubt[], askedAt: Millis | undefined): OpenDoubt[] {
  return doubts.filter(({ openedAt }) => askedAt === undefined || openedAt <= askedAt);
}

function noneSeen(count: number): string {
  return `The records have changed since: ${values(count)} in doubt now ${count === 1 ? 'is another one' : 'are others'} than the ones that were shown. Nothing was changed. \`feedsync holds\` shows them.`;
}

function stillAsked(count: number): string {
  return count === 0
    ? ''
    : `; ${values(count)} came later and ${count === 1 ? 'is' : 'are'} asked about again: \`feedsync holds\` shows ${count === 1 ? 'it' : 'them'}`;
}

/** The hold shows what is left once the confirmed doubts are closed; until then their records are mapped again. */
async function settleFeed({ feedId }: Pick<OpenDoubt, 'feedId'>, services: Services): Promise<void> {
  const row = await services.store.feeds.get(feedId);
  if (row !== null) await settleContentHold(row, services);
}

function named(doubts: readonly OpenDoubt[]): string {
  return doubts.map((doubt) => `${contentFieldName(doubt.field).en} ${shownValue(doubt)}`).join(', ');
}

function values(count: number): string {
  return `${count} ${count === 1 ? 'value' : 'values'}`;
}
