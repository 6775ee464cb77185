import { clockTexts } from '../../inspect/clock-text.js';
import { explain, type Explanation } from '../../inspect/explain.js';
import { withoutContacts } from '../../inspect/mask-contacts.js';
import { findSubjects } from '../../inspect/find-subject.js';
import { timesIn, type Times } from '../../inspect/times.js';
import type { ServerDeps } from '../deps.js';
import { html, type Html, type Part } from '../../platform/html.js';
import { dataTable, layout, stateMark } from './layout.js';

/** One listing: the sentence that says whether it is on the portal and why, and its story. Null where it is not known. */
export async function listingPage(
  deps: ServerDeps,
  connectionId: string,
  externalId: string,
): Promise<Html | null> {
  const { store, spool, clock, protocol } = deps.services;
  const subjects = await findSubjects(externalId, { connectionId }, { store, idPrefixOf: deps.idPrefixOf });
  const subject = subjects.find((one) => one.externalId === externalId);
  if (subject === undefined) return null;
  const now = clock.now();
  const times = timesIn(deps.timezone, now);
  const whole = await explain(
    subject,
    {
      store,
      spool,
      titleField: protocol.title_field,
      itemWindowMs: protocol.item_window_seconds * 1000,
      readable: deps.readable,
    },
    { now, showTime: times.local },
  );
  const explanation = withoutContacts(whole);
  const title = explanation.listing?.title ?? externalId;
  return layout(
    title,
    html`<h1>${title}</h1>
      <p class="sentence">${explanation.sentence}</p>
      <ol class="clock">
        ${clockTexts(explanation.clock, times).map((step) => html`<li>${step}</li>`)}
      </ol>
      ${facts(explanation, times)} ${problems(explanation)}
      ${differences('What the portal has not got yet', explanation.unsent ?? [])}
      ${differences('What the next poll would change', explanation.unplanned)}
      <h2>What happened</h2>
      ${dataTable(
        ['when', 'what', 'details'],
        explanation.events.map((event) => eventCells(event, times)),
        'Nothing yet.',
      )}
      <h2>Fields</h2>
      ${fields(explanation, times)}`,
  );
}

function facts(explanation: Explanation, times: Times): Html {
  const { externalId, connectionId, feed, sourceId, listing, record, outbox, batch, hold } = explanation;
  const known: [string, Part][] = [
    ['listing', externalId],
    ['feed', feed?.name ?? null],
    ['record', sourceId],
    ['connection', connectionId],
    ['in the feed', listing?.presence ?? record?.kind ?? null],
    ['at the portal', listing === null ? null : stateMark(listing.portal)],
    ['address', listing?.publicUrl == null ? null : publicLink(listing.publicUrl)],
    ['content', explanation.agreement.replaceAll('_', ' ')],
    ['outbox', outbox === null ? null : `${outbox.op}, queued ${times.aged(outbox.queuedAt)}`],
    ['batch', batch === null ? null : `${batch.id} (${batch.state})`],
    ['hold', hold === null ? null : `${hold.id}: ${hold.reason}`],
  ];
  const shown = known.filter(([, value]) => value !== null);
  return html`<dl class="facts">
    ${shown.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;
}

/** An address that is no web address is text. */
function publicLink(url: string): Part {
  return /^https?:\/\//i.test(url) ? html`<a href="${url}" rel="noreferrer">${url}</a>` : url;
}

function problems({ record, listing }: Explanation): Html | null {
  const lines = [
    ...(record?.issues ?? []).map(
      ({ severity, pointer, message }) => `${severity}: ${pointer === '' ? '' : `${pointer}: `}${message}`,
    ),
    ...(listing?.warnings ?? []).map(({ code, message }) => `the portal warns: ${code}: ${message}`),
  ];
  return lines.length === 0
    ? null
    : html`<h2>Problems</h2>
        <ul>
          ${lines.map((line) => html`<li>${line}</li>`)}
        </ul>`;
}

function differences(title: string, list: Explanation['unplanned']): Html | null {
  if (list.length === 0) return null;
  const rows = list.map(({ pointer, before, after }) => [pointer, shown(before), shown(after)]);
  return html`<h2>${title}</h2>
    ${dataTable(['field', 'before', 'after'], rows, '')}`;
}

function eventCells({ at, kind, data }: Explanation['events'][number], times: Times): Part[] {
  const details = Object.entries(data)
    .filter(([name, value]) => value !== null && !name.endsWith('_at'))
    .map(([name, value]) => `${name.replaceAll('_', ' ')} ${short(String(value))}`);
  return [times.local(at), kind.replaceAll('_', ' '), details.join(', ')];
}

/** Digests are told by their first characters. */
function short(text: string): string {
  return /^[0-9a-f]{40,64}$/.test(text) ? text.slice(0, 12) : text;
}

function fields({ reading, readingProblem }: Explanation, times: Times): Html {
  if (reading === null) return html`<p class="quiet">${readingProblem}</p>`;
  const rows = reading.trace.map(({ path, source, raw, rule, result }) => [
    path,
    source,
    cut(raw),
    rule,
    cut(shown(result)),
  ]);
  return html`<p class="quiet">Read from the file of ${times.aged(reading.snapshot.fetchedAt)}.</p>
    ${dataTable(['field', 'from', 'the feed has', 'rule', 'becomes'], rows, 'The record yields no field.')}`;
}

function shown(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function cut(text: string | null): string | null {
  const max = 160;
  return text === null || text.length <= max ? text : `${text.slice(0, max)}…`;
}
