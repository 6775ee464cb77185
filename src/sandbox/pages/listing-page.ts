import { html, type Html, type Part } from '../../platform/html.js';
import { failureCodes } from '../../wire/error-codes.js';
import type { ConnectionView, ListingView } from '../staff/staff-view.js';
import type { VisitorListing } from '../state/visitor-listing.js';
import { actionForm, choiceField, foldedAction, hidden, type Action } from './forms.js';
import { dataTable } from '../../platform/html-table.js';
import { connectionPath, factList, layout, listingPath, moment, stateMark } from './layout.js';
import { photoPlaceholder } from './listing-cards.js';
import { failureWords, plain, warningWords } from './words.js';

/** One listing as a visitor sees it, with its rejection and warnings, and the forms with which staff moderate it. */
export function listingPage(connection: ConnectionView, listing: ListingView): Html {
  const { externalId, visitor, status } = listing;
  const title = visitor?.titles[0]?.text ?? externalId;
  return layout(
    title,
    null,
    html`<p><a href="${connectionPath(connection.id)}">${connection.agency.name}</a></p>
      <h1>${title} ${stateMark(status)}</h1>
      <div class="columns">
        <div>
          ${visitor === null ? html`<p class="quiet">Nothing of it was ever accepted.</p>` : shown(visitor)}
        </div>
        <aside aria-label="The portal’s side">
          ${judgement(listing)} ${facts(listing)}
          <h2>Moderation</h2>
          ${moderation(connection, listing)}
        </aside>
      </div>
      <section aria-labelledby="payload">
        <h2 id="payload">Stored payload</h2>
        <pre tabindex="0" aria-label="Stored payload">${JSON.stringify(listing.payload, null, 2)}</pre>
      </section>`,
  );
}

function shown(visitor: VisitorListing): Html {
  const { titles, descriptions, photos, price, category, transaction, address, keyFacts } = visitor;
  const described = new Map(descriptions.map(({ language, text }) => [language, text]));
  const others = titles
    .slice(1)
    .map(({ language, text }) => ({ language, text, more: described.get(language) }));
  return html`<article class="visitor">
    ${photoPlaceholder(photos.length)}
    <p class="price">${price}</p>
    <p>${category}, ${transaction.toLowerCase()}</p>
    <p class="quiet">${address}</p>
    <p class="key-facts">${keyFacts.join(' · ')}</p>
    <p class="prose" lang="${descriptions[0]?.language ?? 'sr'}">${descriptions[0]?.text ?? null}</p>
    ${others.map(
      ({ language, text, more }) =>
        html`<details>
          <summary>${languageNames.get(language) ?? language}: ${text}</summary>
          <p class="prose" lang="${language}">${more ?? 'No description in this language.'}</p>
        </details>`,
    )}
    <h2>Details</h2>
    ${factList(visitor.facts.map(({ label, value }) => [label, value] as const))}
    ${
      visitor.amenities.length === 0
        ? null
        : html`<h2>Amenities</h2>
            <ul class="chips">
              ${visitor.amenities.map((name) => html`<li>${name}</li>`)}
            </ul>`
    }
    ${
      photos.length === 0
        ? null
        : html`<h2>Photos</h2>
            <ol class="photos">
              ${photos.map(
                ({ url, caption, room }) =>
                  html`<li>
                    ${[room, caption].filter((part) => part !== null).join(': ')} <small>${url}</small>
                  </li>`,
              )}
            </ol>`
    }
  </article>`;
}

const languageNames = new Map([
  ['sr', 'Serbian'],
  ['en', 'English'],
  ['tr', 'Turkish'],
  ['de', 'German'],
  ['ru', 'Russian'],
]);

function judgement({ rejection, warnings, outcomes, reason }: ListingView): Part {
  return [
    rejection === null
      ? null
      : html`<div class="notice bad-notice">
          <h2>Refused</h2>
          <p>${failureWords[rejection.failureCode]} <code>${rejection.failureCode}</code></p>
          ${rejection.details.length === 0 ? null : detailTable(rejection.details)}
        </div>`,
    warnings.length === 0
      ? null
      : html`<div class="notice doubt-notice">
          <h2>Warnings</h2>
          <ul>
            ${warnings.map(
              ({ code, message, pointer }) =>
                html`<li>
                  ${warningWords[code]} <code>${code}</code><br /><small>${pointer ?? ''} ${message}</small>
                </li>`,
            )}
          </ul>
        </div>`,
    outcomes.map(
      (outcome) =>
        html`<p class="notice">
          Becomes ${plain(outcome.becomes)} at
          ${moment(outcome.at)}${'failureCode' in outcome ? `: ${failureWords[outcome.failureCode]}` : '.'}
        </p>`,
    ),
    reason === null ? null : html`<p class="notice">It left with the reason: ${reason}</p>`,
  ];
}

/** The details of a refusal or a rejection. */
export function detailTable(details: readonly { pointer: string; code: string; message: string }[]): Html {
  const rows = details.map(({ pointer, code, message }) => [
    html`<code>${pointer === '' ? '(the whole)' : pointer}</code>`,
    html`<code>${code}</code>`,
    message,
  ]);
  return dataTable(['where', 'code', 'what'], rows, '');
}

function facts(listing: ListingView): Html {
  return factList([
    ['external id', html`<code>${listing.externalId}</code>`],
    ['candidate', listing.candidateId && html`<code>${listing.candidateId}</code>`],
    ['listing', listing.listingId && html`<code>${listing.listingId}</code>`],
    ['address', listing.publicUrl && html`<code>${listing.publicUrl}</code>`],
    ['partner’s hash', listing.digest && html`<code>${listing.digest}</code>`],
    ['changed (UTC)', moment(listing.changedAt)],
  ]);
}

function moderation(connection: ConnectionView, { externalId, status, payload }: ListingView): Html {
  const listing = `/connections/${connection.id}/listings/${encodeURIComponent(externalId)}`;
  const back = listingPath(connection.id, externalId);
  const put = (label: string, state: string, more: Partial<Action> = {}): Action => ({
    call: `PUT ${listing}`,
    label,
    back,
    ...more,
    fields: [hidden('status', state), more.fields ?? null],
  });
  const release =
    status === 'released'
      ? null
      : foldedAction(
          'Release it',
          'It goes back to the agency; the partner has it no more.',
          put('Release it', 'released'),
        );
  if (status === 'needs_review' && connection.status === 'active')
    return html`<div class="folds">
      ${actionForm({ call: `POST ${listing}/approve`, label: 'Approve it', back, tone: 'primary' })}
      ${rejectForm({ call: `POST ${listing}/reject`, label: 'Reject it', back, fields: whyField })} ${release}
    </div>`;
  return html`<div class="folds">
    ${
      status === 'live' || payload === null
        ? null
        : actionForm(put('Put it live', 'live', { tone: 'primary' }))
    }
    ${
      status === 'taken_down'
        ? null
        : actionForm(
            put('Take it down', 'taken_down', {
              fields: hidden('failure_code', 'moderation_blocked'),
              tone: 'danger',
            }),
          )
    }
    ${rejectForm(put('Reject it', 'rejected', { fields: whyField }))} ${release}
  </div>`;
}

function rejectForm(action: Action): Html {
  const hint = 'The partner reads the failure code in the view and in an event.';
  return foldedAction('Reject it', hint, { ...action, tone: 'danger' });
}

const whyField = choiceField(
  'Why',
  'failure_code',
  failureCodes.map((code) => [code, `${failureWords[code]} (${code})`] as const),
  'moderation_blocked',
);
