import { attention, type Attention } from '../../inspect/attention/waiting.js';
import {
  connectionCells,
  connectionHeadings,
  feedCells,
  feedHeadings,
} from '../../inspect/overview-cells.js';
import { feedEtaText } from '../../inspect/eta-text.js';
import { filesText } from '../../inspect/last-file.js';
import { status, type FeedStatus, type Status } from '../../inspect/status.js';
import { timesIn, type Times } from '../../inspect/times.js';
import type { RunRow } from '../../store/rows.js';
import { storedLimits } from '../../store/portal-limits.js';
import { attentionContext } from '../attention-context.js';
import type { ServerDeps } from '../deps.js';
import { html, type Html } from '../../platform/html.js';
import { dataTable, layout, stateMark } from './layout.js';

const runsShown = 12;

/** Where everything stands: numbers, what waits for a person, feeds, connections, the latest runs. */
export async function overviewPage({ services, timezone }: ServerDeps): Promise<Html> {
  const { store, clock, protocol } = services;
  const now = clock.now();
  const times = timesIn(timezone, now);
  const limits = await storedLimits(services);
  const windowMs = protocol.item_window_seconds * 1000;
  const found = await status(store, { windowMs, itemsLimit: limits?.itemsPerHour ?? null }, now);
  const waiting = await attention(store, attentionContext(services));
  const runs = await store.runs.list({ limit: runsShown });
  return layout(
    'Status',
    html`<h1>Status</h1>
      <p class="quiet">As of ${times.local(now)}, ${timezone}.</p>
      ${numbers(found)} ${attentionPart(waiting, times)}
      <h2>Feeds</h2>
      ${feeds(found, times, now)}
      <h2>Connections</h2>
      ${connections(found, times)}
      <h2>Latest runs</h2>
      ${runsTable(runs, found, times)}`,
  );
}

function numbers({ feeds: rows, connections: all, holds }: Status): Html {
  const sum = (of: 'published' | 'pending' | 'refused' | 'invalid'): number =>
    rows.reduce((total, row) => total + row[of], 0);
  const waits = all.reduce((total, { outbox }) => total + outbox.upserts + outbox.removals, 0);
  const facts: [string, number][] = [
    ['on the portal', sum('published')],
    ['pending there', sum('pending')],
    ['in the outbox', waits],
    ['refused', sum('refused')],
    ['invalid', sum('invalid')],
    ['open holds', holds.length],
  ];
  return html`<dl class="numbers">
    ${facts.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;
}

function attentionPart(waiting: readonly Attention[], times: Times): Html {
  if (waiting.length === 0) return html`<p class="calm">Nothing waits for a person.</p>`;
  const rows = waiting.map(({ kind, agency, count, since }) => [
    kind.replaceAll('_', ' '),
    agency,
    count,
    since === null ? null : times.age(since),
  ]);
  return html`<section class="attention">
    <h2>Waits for a person</h2>
    ${dataTable(['what', 'agency', 'listings', 'since'], rows, '')}
  </section>`;
}

function feeds({ feeds: rows }: Status, times: Times, now: number): Html {
  const dress = { time: (at: number | null) => html`${times.age(at)}`, state: stateMark };
  const cells = rows.map((row) => feedCells(feedName(row, times, now), row, dress));
  return dataTable(feedHeadings, cells, 'No feed was polled yet.');
}

function feedName({ feed, lastFile, toSend, eta }: FeedStatus, times: Times, now: number): Html {
  const { name, stallReason } = feed;
  const files = filesText(feed, lastFile, times.age);
  const small = [stallReason, files, feedEtaText(toSend, eta, now)].map((text) =>
    text === null ? null : html`<br /><small>${text}</small>`,
  );
  return html`${name}${small}`;
}

function connections({ connections: rows }: Status, times: Times): Html {
  const cells = rows.map((row) => [
    html`${row.agency}<br /><small>${row.connection.id}</small>`,
    ...connectionCells(row, stateMark, times.age),
  ]);
  const headings = ['agency', ...connectionHeadings];
  return dataTable(headings, cells, 'No connection is known yet.');
}

function runsTable(runs: readonly RunRow[], { feeds: known, connections: all }: Status, times: Times): Html {
  const names = new Map(known.map(({ feed }) => [feed.id, feed.name]));
  const agencies = new Map(all.map(({ connection, agency }) => [connection.id, agency]));
  const cells = runs.map(({ startedAt, kind, feedId, connectionId, state, message }) => [
    times.local(startedAt),
    kind,
    names.get(feedId ?? -1) ?? agencies.get(connectionId ?? '') ?? null,
    stateMark(state),
    message,
  ]);
  return dataTable(['started', 'run', 'of', 'state', 'what it did'], cells, 'There was no run yet.');
}
