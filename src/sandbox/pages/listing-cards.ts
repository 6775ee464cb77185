import { html, type Html } from '../../platform/html.js';
import type { ListingView } from '../staff/staff-view.js';
import { listingPath, stateMark } from './layout.js';
import { counted, failureWords } from './words.js';

/** Listings as a visitor of the portal sees them, each with its status, warnings and rejection. */
export function listingCards(connectionId: string, listings: readonly ListingView[]): Html {
  return html`<ul class="cards">
    ${listings.map((listing) => card(connectionId, listing))}
  </ul>`;
}

function card(connectionId: string, listing: ListingView): Html {
  const { externalId, status, visitor, rejection, warnings } = listing;
  const title = visitor?.titles[0]?.text ?? externalId;
  return html`<li class="card">
    ${photoPlaceholder(visitor?.photos.length ?? 0)}
    <div class="card-text">
      <p class="badges">
        ${stateMark(status)}
        ${
          warnings.length === 0
            ? null
            : html`<span class="state doubt">${counted(warnings.length, 'warning')}</span>`
        }
      </p>
      <h3><a href="${listingPath(connectionId, externalId)}">${title}</a></h3>
      ${
        visitor === null
          ? null
          : html`<p class="price">${visitor.price}</p>
              <p>${visitor.category}, ${visitor.transaction.toLowerCase()}</p>
              <p class="quiet">${visitor.address}</p>
              <p>${visitor.keyFacts.join(' · ')}</p>`
      }
      ${
        rejection === null
          ? null
          : html`<p class="wrong">
              ${failureWords[rejection.failureCode]} <code>${rejection.failureCode}</code>
            </p>`
      }
      <p class="quiet"><small>${externalId}</small></p>
    </div>
  </li>`;
}

/** A drawing in place of the photos, with their number. The sandbox never fetches a photo. */
export function photoPlaceholder(photos: number): Html {
  const label = photos === 0 ? 'no photo' : counted(photos, 'photo');
  return html`<div class="photo" role="img" aria-label="${label}">
    <svg viewBox="0 0 48 32" aria-hidden="true" focusable="false">
      <path d="M6 28V15L24 4l18 11v13H29v-8H19v8z" />
    </svg>
    <span aria-hidden="true">${label}</span>
  </div>`;
}
