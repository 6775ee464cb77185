import { readableFeed } from '../../assemble/readable-feed.js';
import { timelineOfUnknown, type TimelineStep } from '../../inspect/listing/timeline.js';
import { timelineTexts } from '../../inspect/listing/timeline-text.js';
import { explain, type Explanation, type ReadableFeed } from '../../inspect/listing/explain.js';
import { refusalDetailText } from '../../model/refusal-details.js';
import { detailSentence } from '../../texts/listing/wait-words.js';
import type { Confirmation } from '../../model/content.js';
import { contentFieldName, liveText, shownValue } from '../../texts/content-words.js';
import type { DescribedDoubt } from '../../inspect/hold-doubts.js';
import { doubtCode, type Issue, type IssueCode } from '../../model/outcome.js';
import type { Wait } from '../../inspect/listing/wait.js';
import { withoutContacts } from '../../inspect/mask-contacts.js';
import { mapLinkOf } from '../../inspect/listing/map-link.js';
import { findSubjects, type Subject, type SubjectScope } from '../../inspect/listing/find-subject.js';
import { unlistedRecords } from '../../inspect/listing/find-unlisted.js';
import { filesText, type LastFile } from '../../inspect/last-file.js';
import { createFileSpool } from '../../platform/files/file-spool.js';
import { stepDocument, storyDocument } from '../../documents/story.js';
import type { FeedRecord } from '../../model/feed.js';
import type { Alias } from '../../store/store.js';
import type { Answer } from '../answer.js';
import { attentionIn } from './attention.js';
import {
  feedConfig,
  readConfig,
  scopeOf,
  viewStore,
  type Context,
  type ScopeOptions,
  type StoreView,
} from '../context.js';
import { CliError } from '../exit.js';
import { executeRequest } from '../execute-request.js';
import { issueText, listingWithDetails } from './listing-documents.js';
import { table, type Cell } from '../print/table.js';
import { indent, oneLine } from '../print/text.js';
import { maybeIso, type Times } from '../print/times.js';

export interface ExplainOptions extends ScopeOptions {
  showContacts?: boolean;
}

/** `explain EXTERNAL_ID`: explains the listing that matches, or lists the matches if there are several. */
export async function explainListing(
  context: Context,
  [query = '']: readonly string[],
  options: ExplainOptions,
): Promise<Answer> {
  const shown = { subject: null as Subject | null };
  const answer = await explained(context, query, options, shown);
  if (options.showContacts === true && shown.subject !== null) {
    const { connectionId, externalId } = shown.subject;
    const { config } = await readConfig(context);
    const request = { kind: 'show_contacts', payload: { connectionId, externalId } } as const;
    // Recorded before anything is shown: if the audit log cannot be written, nothing is shown.
    await executeRequest(context, config, request, 'feedsync status');
  }
  return answer;
}

/** @param shown receives the listing that is explained */
async function explained(
  context: Context,
  query: string,
  options: ExplainOptions,
  shown: { subject: Subject | null },
): Promise<Answer> {
  return viewStore(context, async (view) => {
    const { store, config, feeds, now, times } = view;
    const idPrefixOf = (feed: string): string => feedConfig(config, feed)?.idPrefix ?? '';
    const spool = createFileSpool(config.dataDir);
    const readable = (name: string): Promise<ReadableFeed | string> =>
      readableFeed(config, name, { store, guard: null });
    const subjects = await findSubjects(query, scopeOf(options, feeds), {
      store,
      idPrefixOf,
      unlisted: (words, searched) => unlistedRecords(words, searched, { store, spool, idPrefixOf, readable }),
    });
    const [subject, ...others] = subjects;
    if (subject === undefined) throw notFound(query, scopeOf(options, feeds), view);
    if (others.length > 0) return matchesAnswer(query, subjects, view);
    const deps = {
      store,
      spool,
      titleField: config.portal.protocol.title_field,
      itemWindowMs: config.portal.protocol.item_window_seconds * 1000,
      readable,
    };
    shown.subject = subject;
    const whole = await explain(subject, deps, { now, showTime: times.local });
    const explanation = options.showContacts === true ? whole : withoutContacts(whole);
    const { payload } = explanation;
    const map = payload === null ? null : await mapLinkOf(payload, store);
    return {
      text: explanationText(explanation, map, view),
      json: { explanation: { ...document(explanation, view), map } },
      attention: await attentionIn(view),
    };
  });
}

function notFound(
  query: string,
  { feedId, connectionId }: SubjectScope,
  { feeds, times }: StoreView,
): CliError {
  const searched = feeds.filter(
    (feed) =>
      (feedId === undefined || feed.id === feedId) &&
      (connectionId === undefined || feed.connectionId === connectionId),
  );
  const clock = timelineOfUnknown(
    searched.length === 0
      ? 'no feed was polled yet'
      : `no complete snapshot has had it. ${searched.map((feed) => lastRead(feed, times)).join('; ')}`,
  );
  return new CliError(
    1,
    `Nothing matches "${oneLine(query, 80)}": no feed has had it as an id, code, address, title or street.\n\n${timelineText(clock, times)}\n\n\`feedsync listings --text\` finds parts of it; \`feedsync sync\` polls the feeds now.`,
    { clock: clock.map(stepDocument) },
  );
}

function lastRead({ name, lastCompleteAt, nextPollAt, life }: FeedRecord, times: Times): string {
  const last =
    lastCompleteAt === null
      ? 'no complete snapshot yet'
      : `last complete snapshot ${times.age(lastCompleteAt)}`;
  const next = life === 'active' || life === 'stalled' ? `, next poll ${times.age(nextPollAt)}` : `, ${life}`;
  return `${name}: ${last}${next}`;
}

/** The matches to choose from, each with its state and the options that select it. */
function matchesAnswer(query: string, subjects: readonly Subject[], view: StoreView): Answer {
  const { feedName } = view;
  const rows = subjects.map(({ externalId, feed, connectionId, listing, title, record }) => [
    externalId,
    feed?.name ?? null,
    listing?.presence ?? record?.kind ?? null,
    listing?.portal ?? null,
    connectionId,
    listing?.title ?? title ?? null,
  ]);
  const headings = ['listing', 'feed', 'in the feed', 'at the portal', 'connection', 'title'];
  return {
    text: `${subjects.length} listings match "${oneLine(query, 80)}". Select one by its id, with --feed or --connection:\n${table(headings, rows, '')}`,
    json: {
      matches: subjects.map(({ externalId, connectionId, feed, listing, title, record }) => ({
        external_id: externalId,
        connection: connectionId,
        feed: feedName(feed?.id ?? null),
        presence: listing?.presence ?? record?.kind ?? null,
        portal: listing?.portal ?? null,
        public_url: listing?.publicUrl ?? null,
        title: listing?.title ?? title ?? null,
      })),
    },
  };
}

const lineCharactersMax = 110;

/** The steps with arrows between them, broken at arrows. */
function timelineText(clock: readonly TimelineStep[], times: Times): string {
  const lines: string[] = [];
  for (const text of timelineTexts(clock, times)) {
    const last = lines.at(-1);
    if (last === undefined) lines.push(text);
    else if (last.length + text.length + 3 <= lineCharactersMax)
      lines[lines.length - 1] = `${last} → ${text}`;
    else lines.push(`  → ${text}`);
  }
  return lines.map((line) => oneLine(line).replace(/^→/, '  →')).join('\n');
}

/** @param map address of a map of where the listing lies; null: the portal does not know */
function explanationText(explanation: Explanation, map: string | null, view: StoreView): string {
  const { sentence, listing, wait, doubts } = explanation;
  const parts = [
    sentence.en,
    timelineText(explanation.timeline, view.times),
    [facts(explanation, view), ...(map === null ? [] : [`${'map'.padEnd(14)}${map}`])].join('\n'),
    section('Problems', [
      ...doubts.map((doubt) => doubtLine(doubt, view.times)),
      ...otherIssues(explanation).map((issue) => `${issue.severity} ${issue.code}: ${issueText(issue)}`),
    ]),
    section(
      'Confirmed',
      explanation.confirmations.map((one) => confirmationLine(one, view.times)),
    ),
    section('What the portal says', wait === null ? [] : waitLines(wait)),
    section(
      'Warnings from the portal',
      (listing?.warnings ?? []).map(({ code, message }) => `${code}: ${message}`),
    ),
    fields(explanation, view),
    section('Not at the portal yet', (explanation.unsent ?? []).map(difference)),
    section('Changed by the next poll', explanation.unplanned.map(difference)),
    section(
      'Events',
      explanation.events.map((event) => `${view.times.local(event.at)}  ${eventText(event)}`),
    ),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

/** Issues of the record without those of its doubts, which have lines of their own. */
function otherIssues({ record, doubts }: Explanation): Issue[] {
  const codes = new Set<IssueCode>(doubts.map(({ rule }) => doubtCode(rule)));
  return (record?.issues ?? []).filter(({ code }) => !codes.has(code));
}

/** A value in doubt, with the values before it, and how it is decided. */
function doubtLine(doubt: DescribedDoubt, times: Times): string {
  const { rule, externalId, field, sentence, past, rejectedUntil } = doubt;
  const before = past.map(
    ({ value, until }) => `${shownValue({ field, value }, 'en')} until ${times.local(until)}`,
  );
  return [
    `warning ${doubtCode(rule)}: ${sentence.en}`,
    ...(before.length > 0 ? [`Before: ${before.join(', ')}.`] : []),
    ...(rejectedUntil !== null
      ? [`It was rejected, and is asked again after ${times.local(rejectedUntil)}.`]
      : []),
    `\`feedsync confirm ${externalId} --field ${field}\` confirms it.`,
  ].join(' ');
}

function confirmationLine({ field, value, before, by, at }: Confirmation, times: Times): string {
  const instead = before === null ? '' : `, before it ${liveText({ field, live: before }, 'en') ?? before}`;
  return `${contentFieldName(field).en} ${shownValue({ field, value }, 'en')}${instead}: by ${by}, ${times.aged(at)}`;
}

/** The portal's own words, and what each detail means. */
function waitLines({ code, message, details }: Wait): string[] {
  const whole = [code, message].filter((text) => text !== null && text !== '').join(': ');
  const lines = details.map((detail) => `${refusalDetailText(detail)}: ${detailSentence(detail).en}`);
  return [...(whole === '' ? [] : [whole]), ...lines];
}

function waitDocument(wait: Wait | null): Record<string, unknown> | null {
  if (wait === null) return null;
  const { kind, why, next, code, message, details, since, until } = wait;
  return {
    ...{ kind, why: why.en, next: next?.en ?? null, code, message, details },
    since: maybeIso(since),
    until: maybeIso(until),
  };
}

function facts(
  {
    externalId,
    connectionId,
    feed,
    sourceId,
    listing,
    record,
    outbox,
    batch,
    hold,
    agreement,
    lastFile,
    alias,
    doubts,
  }: Explanation,
  { times }: StoreView,
): string {
  const rows: [string, Cell][] = [
    ['listing', externalId],
    ['title', listing?.title ?? doubts[0]?.title ?? null],
    ['feed', feed === null ? null : feedText(feed, lastFile, times)],
    [
      'record',
      sourceId === null ? null : `${sourceId}${record?.codes.length ? ` (${record.codes.join(', ')})` : ''}`,
    ],
    ['renamed', alias === null ? null : renamed(alias, times)],
    ['connection', connectionId],
    ['in the feed', listing?.presence ?? record?.kind ?? null],
    ['at the portal', listing?.portal ?? null],
    ['address', listing?.publicUrl ?? null],
    ['content', agreement.replaceAll('_', ' ')],
    [
      'outbox',
      outbox === null
        ? null
        : `${outbox.op} (${outbox.lane.replaceAll('_', ' ')}), queued ${times.aged(outbox.queuedAt)}, ${outbox.attempts} attempts`,
    ],
    ['batch', batch === null ? null : `${batch.id} (${batch.state}), made ${times.aged(batch.createdAt)}`],
    ['hold', hold === null ? null : `${hold.id}: ${hold.reason}`],
  ];
  return rows
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name.padEnd(14)}${oneLine(String(value))}`)
    .join('\n');
}

/** The text about a renamed record: its listing keeps the id that the portal knows, although the record has another id now. */
function renamed({ formerSourceId, sourceId, at }: Alias, times: Times): string {
  const from = formerSourceId === null ? '' : `${formerSourceId} → `;
  return `${from}${sourceId}, approved ${times.aged(at)}: it keeps the portal’s id, age and address`;
}

function feedText(feed: FeedRecord, file: LastFile | null, times: Times): string {
  const files = filesText(feed, file, times.aged);
  return files === null ? feed.name : `${feed.name}, which ${files}`;
}

function fields({ reading, readingProblem, payload, externalId }: Explanation, { times }: StoreView): string {
  if (reading === null) {
    const pending = payload === null ? '' : `\n${indent(JSON.stringify(payload, null, 2))}`;
    return `Fields: ${readingProblem ?? ''}${pending}`;
  }
  const rows = reading.trace.map(({ path, source, raw, rule, result, listing }) => [
    listing === undefined || listing === externalId ? path : `${path} (${listing})`,
    source,
    raw === null ? null : oneLine(raw, 40),
    rule,
    result === null || result === undefined ? null : oneLine(shown(result), 60),
  ]);
  const head = `Fields, read from the file of ${times.aged(reading.snapshot.fetchedAt)}:`;
  return `${head}\n${indent(table(['field', 'from', 'the feed has', 'rule', 'becomes'], rows, 'none'))}`;
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${title}:\n${lines.map((line) => `  ${oneLine(line)}`).join('\n')}`;
}

function difference({ pointer, before, after }: Explanation['unplanned'][number]): string {
  return `${pointer}: ${oneLine(shown(before), 60)} → ${oneLine(shown(after), 60)}`;
}

function shown(value: unknown): string {
  if (value === undefined) return '(nothing)';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function eventText({ kind, data }: Explanation['events'][number]): string {
  // Times are left out, because the timeline shows them.
  const known = Object.entries(data).filter(([name, value]) => value !== null && !name.endsWith('_at'));
  const details = known.map(([name, value]) => `${name.replaceAll('_', ' ')} ${shortened(value)}`).join(', ');
  return `${kind.replaceAll('_', ' ')}${details === '' ? '' : ` (${details})`}`;
}

/** Shortens digests to their first characters. */
function shortened(value: string | number | null): string {
  const text = String(value);
  return /^[0-9a-f]{64}$/.test(text) ? text.slice(0, 12) : text;
}

function recordDocument({
  kind,
  codes,
  issues,
  readAt,
  understoodAt,
}: NonNullable<Explanation['record']>): Record<string, unknown> {
  return { kind, codes, issues, read_at: maybeIso(readAt), understood_at: maybeIso(understoodAt) };
}

function aliasDocument(alias: Explanation['alias']): Record<string, unknown> | null {
  if (alias === null) return null;
  const { sourceId, ownId, formerSourceId, at } = alias;
  return { source_id: sourceId, own_id: ownId, former_source_id: formerSourceId, since: maybeIso(at) };
}

function document(explanation: Explanation, view: StoreView): Record<string, unknown> {
  const { listing, record, reading, outbox, batch, lastFile } = explanation;
  return {
    ...storyDocument(explanation, (value) => value),
    feed_kind: explanation.feed?.kind ?? null,
    last_file: lastFile === null ? null : { kind: lastFile.kind, fetched_at: maybeIso(lastFile.fetchedAt) },
    source_id: explanation.sourceId,
    waits: waitDocument(explanation.wait),
    listing: listing === null ? null : listingWithDetails(listing, outbox, view),
    record: record === null ? null : recordDocument(record),
    fields: reading?.trace ?? null,
    read_from:
      reading === null
        ? null
        : { snapshot: reading.snapshot.id, fetched_at: maybeIso(reading.snapshot.fetchedAt) },
    reading_problem: explanation.readingProblem,
    payload: explanation.payload,
    outbox:
      outbox === null
        ? null
        : {
            op: outbox.op,
            lane: outbox.lane,
            queued_at: maybeIso(outbox.queuedAt),
            not_before: maybeIso(outbox.notBefore),
            attempts: outbox.attempts,
          },
    eta:
      explanation.eta === null ? null : { at: maybeIso(explanation.eta.at), before: explanation.eta.before },
    alias: aliasDocument(explanation.alias),
    batch: batch === null ? null : { id: batch.id, state: batch.state, portal_id: batch.portalId },
  };
}
