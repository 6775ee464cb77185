import { html, type Html } from '../../platform/html.js';
import { valueAt } from '../../wire/payload.js';
import type { ConnectionView, ListingView } from '../staff/staff-view.js';
import { actionForm, foldedAction, textArea } from './forms.js';
import { connectionPath, listingPath } from './layout.js';

/** The review of a connection's first batch: checks of its listings, and the forms to certify it or send it back. */
export function firstBatch(connection: ConnectionView, listings: readonly ListingView[]): Html {
  const { id } = connection;
  const back = connectionPath(id);
  const review = listings.filter(({ status }) => status === 'needs_review');
  return html`<section class="attention" aria-labelledby="first-batch">
    <h2 id="first-batch">First batch: ${review.length} to look at</h2>
    <ul class="checks">
      ${checksOf(review).map(
        ({ question, doubtful }) =>
          html`<li class="${doubtful.length === 0 ? 'fine' : 'unsure'}">
            ${question}: ${doubtful.length === 0 ? 'all of them' : html`not ${links(id, doubtful)}`}
          </li>`,
      )}
    </ul>
    <div class="folds">
      ${actionForm({ call: `POST /connections/${id}/certify`, label: 'Certify', back, tone: 'primary' })}
      ${foldedAction(
        'Send back with a note',
        'What waits is rejected; the partner reads the note and pushes again.',
        {
          call: `POST /connections/${id}/send-back`,
          label: 'Send it back',
          back,
          fields: textArea('Note to the partner', 'note', 'The photos of three flats are missing.'),
        },
      )}
    </div>
  </section>`;
}

interface Check {
  question: string;
  doubtful: ListingView[];
}

function checksOf(review: readonly ListingView[]): Check[] {
  const check = (question: string, isFine: (listing: ListingView) => boolean): Check => ({
    question,
    doubtful: review.filter((listing) => !isFine(listing)),
  });
  return [
    check('Stored as it was sent, without a warning', ({ warnings }) => warnings.length === 0),
    check('Has photos', ({ visitor }) => (visitor?.photos.length ?? 0) > 0),
    check('Says more than two lines', ({ visitor }) => (visitor?.descriptions[0]?.text.length ?? 0) >= 150),
    check('Has an English description', ({ visitor }) =>
      (visitor?.titles ?? []).some(({ language }) => language === 'en'),
    ),
    check('Stands on the map', ({ payload }) =>
      ['lat', 'lng'].every((name) => valueAt(payload, ['location', name]) !== undefined),
    ),
  ];
}

const linksShown = 5;

function links(id: string, listings: readonly ListingView[]): Html {
  const rest = listings.length - linksShown;
  return html`${listings
    .slice(0, linksShown)
    .map(
      ({ externalId }, at) =>
        html`${at === 0 ? '' : ', '}<a href="${listingPath(id, externalId)}">${externalId}</a>`,
    )}${rest > 0 ? ` and ${rest} more` : null}`;
}
