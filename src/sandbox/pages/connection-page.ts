import { html, type Html, type Part } from '../../platform/html.js';
import type { Spend } from '../state/model.js';
import type { BatchView, ConnectionView, ListingView } from '../staff/staff-view.js';
import { actionForm, choiceField, foldedAction, hidden, numberField, textField } from './forms.js';
import { firstBatch } from './first-batch.js';
import { dataTable } from '../../platform/html-table.js';
import { connectionPath, factList, layout, moment, stateMark } from './layout.js';
import { listingCards } from './listing-cards.js';
import { failureWords, plain, turnWords } from './words.js';

const listingsShown = 24;
const batchesShown = 12;
const spendsShown = 12;

/**
 * One connection: the review of its first batch, its listings as visitors see them, its batches and its item budget.
 * @param query `status` of the listings to show, empty for all; `page` of the listings, from 1
 */
export function connectionPage(
  parts: {
    connection: ConnectionView;
    listings: readonly ListingView[];
    batches: readonly BatchView[];
    ledger: readonly Spend[];
  },
  query: { status: string; page: number },
): Html {
  const { connection, listings, batches, ledger } = parts;
  const { agency, status, turn } = connection;
  return layout(
    agency.name,
    null,
    html`<h1>${agency.name} ${stateMark(status)}</h1>
      <p class="lead">${leadOf(connection)}</p>
      ${turn === 'staff_review' ? firstBatch(connection, listings) : null} ${facts(connection)}
      ${actions(connection)}
      <section aria-labelledby="listings">
        <h2 id="listings">Listings</h2>
        ${listingsPart(connection, listings, query)}
      </section>
      <section aria-labelledby="batches">
        <h2 id="batches">Batches</h2>
        ${batches.length === 0 ? html`<p class="quiet">No batch yet.</p>` : batchList(batches)}
      </section>
      <section aria-labelledby="budget">
        <h2 id="budget">Items this hour</h2>
        ${budget(connection, ledger)}
      </section>
      <section aria-labelledby="agency">
        <h2 id="agency">Agency</h2>
        <div class="folds">${agencyForm(connection)}</div>
      </section>`,
  );
}

function leadOf({ turn, note, paused, code }: ConnectionView): Part {
  if (paused) return `Paused by ${paused.by}${paused.reason === null ? '' : `: ${paused.reason}`}.`;
  if (code) return html`The partner redeems the code <code>${code.text}</code>.`;
  if (note !== null) return `Sent back with the note: “${note}”`;
  return turn === 'staff_review' ? 'The first batch waits for you.' : turnWords[turn];
}

/** The actions that the connection's status allows, without those of the review of its first batch. */
function actions(connection: ConnectionView): Html {
  const { id, status } = connection;
  const back = connectionPath(id);
  const path = `/connections/${id}`;
  const runs = status === 'certifying' || status === 'active';
  return html`<div class="folds">
    ${
      status === 'certifying' && connection.turn !== 'staff_review'
        ? actionForm({ call: `POST ${path}/certify`, label: 'Certify', back, tone: 'primary' })
        : null
    }
    ${
      status === 'paused'
        ? actionForm({ call: `POST ${path}/resume`, label: 'Resume', back, tone: 'primary' })
        : null
    }
    ${
      status === 'pending'
        ? actionForm({
            call: 'POST /codes',
            label: 'Let the code lapse, issue another',
            back,
            fields: hidden('connection_id', id),
          })
        : null
    }
    ${
      runs
        ? foldedAction('Pause', 'Writes are refused; the partner may still read.', {
            call: `POST ${path}/pause`,
            label: 'Pause it',
            back,
            fields: [
              choiceField('By', 'by', ['staff', ['agency', 'the agency']]),
              textField('Reason', 'reason'),
            ],
          })
        : null
    }
    ${
      status === 'revoked'
        ? null
        : foldedAction('Revoke', 'This is final: the listings go back to the agency.', {
            call: `POST ${path}/revoke`,
            label: 'Revoke it',
            back,
            tone: 'danger',
          })
    }
  </div>`;
}

function facts(connection: ConnectionView): Html {
  const { agency, counts } = connection;
  const limit = agency.listing_limit === null ? 'no limit' : `of ${agency.listing_limit}`;
  return html`<div class="panel">
    ${factList([
      ['connection', html`<code>${connection.id}</code>`],
      ['app', connection.app.name],
      [
        'counts',
        `${counts.live} live, ${counts.paused} paused, ${counts.review} in review, ${counts.failed} failed`,
      ],
      ['quota', `${connection.quotaUsed} ${limit}`],
      ['created (UTC)', moment(connection.createdAt)],
      ['redeemed', moment(connection.redeemedAt)],
      ['certified', moment(connection.certifiedAt)],
      ['code lapses', moment(connection.code?.expiresAt ?? null)],
      ['last push', moment(connection.lastPushAt)],
    ])}
  </div>`;
}

function listingsPart(
  { id }: ConnectionView,
  listings: readonly ListingView[],
  query: { status: string; page: number },
): Html {
  if (listings.length === 0) return html`<p class="quiet">Nothing was pushed yet.</p>`;
  const states = [...new Set(listings.map(({ status }) => status))].sort();
  const found = listings.filter(({ status }) => query.status === '' || status === query.status);
  const pages = Math.max(1, Math.ceil(found.length / listingsShown));
  const page = Math.min(query.page, pages);
  const link = (status: string, at: number): string =>
    `${connectionPath(id)}?${new URLSearchParams({ status, page: String(at) }).toString()}#listings`;
  const choice = (status: string, shown: string, count: number): Html =>
    html`<a href="${link(status, 1)}" ${query.status === status ? html`aria-current="true"` : null}
      >${shown} <span class="count">${count}</span></a
    >`;
  const pager = (at: number, name: string): Html | null =>
    at < 1 || at > pages ? null : html`<a href="${link(query.status, at)}">${name}</a>`;
  return html`<nav class="choices" aria-label="Listings by state">
      ${choice('', 'all', listings.length)}
      ${states.map((status) =>
        choice(status, plain(status), listings.filter((one) => one.status === status).length),
      )}
    </nav>
    ${listingCards(id, found.slice((page - 1) * listingsShown, page * listingsShown))}
    ${
      pages === 1
        ? null
        : html`<nav class="choices" aria-label="Pages of listings">
            ${pager(page - 1, 'Previous')}<span>page ${page} of ${pages}</span>${pager(page + 1, 'Next')}
          </nav>`
    }`;
}

function batchList(batches: readonly BatchView[]): Html {
  const rows = batches.slice(0, batchesShown).map(({ createdAt, batch }) => [
    moment(createdAt),
    html`<code>${batch.id}</code>`,
    stateMark(batch.status),
    Object.entries(batch.counts)
      .filter(([name, count]) => count > 0 && name !== 'total')
      .map(([name, count]) => `${count} ${plain(name)}`)
      .join(', '),
    rejectedItems(batch.items),
  ]);
  return dataTable(['arrived (UTC)', 'batch', 'state', 'items', 'rejected'], rows, '');
}

function rejectedItems(items: BatchView['batch']['items']): Html | null {
  const rejected = items.filter(({ result }) => result === 'rejected');
  if (rejected.length === 0) return null;
  return html`<details>
    <summary>${rejected.length} rejected</summary>
    <ul>
      ${rejected.map(
        ({ external_id, failure_code, details }) =>
          html`<li>
            <code>${external_id}</code>: ${failure_code === null ? null : failureWords[failure_code]}
            ${(details ?? []).map(({ pointer, message }) => html`<br /><small>${pointer} ${message}</small>`)}
          </li>`,
      )}
    </ul>
  </details>`;
}

function budget({ itemsSpent, itemsLimit }: ConnectionView, ledger: readonly Spend[]): Html {
  const rows = [...ledger]
    .reverse()
    .slice(0, spendsShown)
    .map(({ at, count }) => [moment(at), count]);
  return html`<p>
      <meter
        min="0"
        max="${itemsLimit}"
        value="${Math.min(itemsSpent, itemsLimit)}"
        aria-label="Items spent"
      ></meter>
      ${itemsSpent} of ${itemsLimit} items spent
    </p>
    ${dataTable(['spent at (UTC)', 'items'], rows, 'Nothing was spent yet.')}`;
}

function agencyForm({ id, agency }: ConnectionView): Html {
  const yesNo = [
    ['true', 'yes'],
    ['false', 'no'],
  ] as const;
  return foldedAction(
    'Change the agency',
    'What its plan and account say; pushes are judged by it from now on.',
    {
      call: `PATCH /connections/${id}/agency`,
      label: 'Save',
      back: `${connectionPath(id)}#agency`,
      fields: [
        textField('Name', 'name', { value: agency.name, required: true }),
        textField('Register number (empty: none)', 'register_number:nullable', {
          value: agency.register_number ?? '',
        }),
        choiceField(
          'Verification',
          'verification_status',
          ['unverified', 'pending', 'verified', 'rejected'],
          agency.verification_status,
        ),
        numberField('Live listings (empty: no limit)', 'listing_limit:nullable', agency.listing_limit ?? ''),
        numberField('Photos kept', 'photo_limit', agency.photo_limit),
        choiceField('Kind', 'kind', ['agency', 'solo_agent', 'bank'], agency.kind),
        choiceField('Virtual tours', 'virtual_tours:boolean', yesNo, String(agency.virtual_tours)),
        choiceField('Blocked', 'blocked:boolean', yesNo, String(agency.blocked)),
        textField('Members’ e-mail addresses, by commas', 'members:list', {
          value: agency.members.join(', '),
        }),
      ],
    },
  );
}
