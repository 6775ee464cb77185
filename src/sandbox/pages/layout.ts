import { html, type Html, type Part } from '../../platform/html.js';
import { plain } from './words.js';

/** Every page's path begins with this. `/_sandbox` redirects to the first page. */
export const pagesPath = '/_sandbox/page';

const tabs = [
  ['/overview', 'Overview'],
  ['/requests', 'Requests'],
  ['/deliveries', 'Deliveries'],
  ['/coverage', 'Coverage'],
  ['/faults', 'Faults'],
] as const;
export type Tab = (typeof tabs)[number][0];

/** Path of a connection's page. */
export function connectionPath(id: string): string {
  return `${pagesPath}/connections/${id}`;
}

/** Path of a listing's page. */
export function listingPath(connectionId: string, externalId: string): string {
  return `${connectionPath(connectionId)}/listings/${encodeURIComponent(externalId)}`;
}

/** A whole page. @param tab the tab that is marked as current; null: none */
export function layout(title: string, tab: Tab | null, body: Part): Html {
  return html`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>${title} · sandbox portal</title>
      <link rel="stylesheet" href="${pagesPath}/style.css" />
      <script src="${pagesPath}/refresh.js" defer></script>
    </head>
    <body>
      <a class="skip" href="#main">Skip to the content</a>
      <header>
        <a class="name" href="${pagesPath}/overview">Sandbox portal</a>
        <nav aria-label="Pages">
          ${tabs.map(
            ([path, name]) =>
              html`<a href="${pagesPath}${path}" ${path === tab ? html`aria-current="page"` : null}
                >${name}</a
              >`,
          )}
        </nav>
      </header>
      <main id="main" tabindex="-1">${body}</main>
    </body>
  </html>`;
}

/** The page that reports a failed action or an unknown page. @param back path of the page to return to */
export function problemPage(title: string, message: string, details: readonly string[], back: string): Html {
  return layout(
    title,
    null,
    html`<h1>${title}</h1>
      <p class="lead">${message}</p>
      ${
        details.length === 0
          ? null
          : html`<ul>
              ${details.map((detail) => html`<li>${detail}</li>`)}
            </ul>`
      }
      <p><a href="${back}">Back to where you were</a></p>`,
  );
}

/** A list of names and values. A fact whose value is null is left out. */
export function factList(facts: readonly (readonly [name: string, value: Part])[]): Html {
  return html`<dl class="facts">
    ${facts
      .filter(([, value]) => value !== null)
      .map(
        ([name, value]) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
  </dl>`;
}

/** A status as words, coloured by whether it is good, needs attention or is bad. */
export function stateMark(state: string): Html {
  const mood = Object.entries(moods).find(([, states]) => states.includes(state))?.[0] ?? 'neutral';
  return html`<span class="state ${mood}">${plain(state)}</span>`;
}

const moods = {
  good: ['active', 'live', 'completed', 'delivered', 'accepted'],
  doubt: ['certifying', 'paused', 'needs_review', 'waiting', 'received', 'processing'],
  bad: ['rejected', 'revoked', 'taken_down', 'failed', 'suspended'],
};

/** A time in UTC, such as `2026-03-02 08:00:12`. @param at epoch milliseconds */
export function moment(at: number | null): Html | null {
  if (at === null) return null;
  const iso = new Date(at).toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 19)}</time>`;
}

/** A duration in its two largest units: `1 day 2 h`, `5 min`, `0 s`. */
export function duration(ms: number): string {
  const units = [
    ['days', 86_400_000],
    ['h', 3_600_000],
    ['min', 60_000],
    ['s', 1000],
  ] as const;
  let rest = Math.abs(ms);
  const parts = units.flatMap(([name, size]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return count === 0 ? [] : [`${count} ${name === 'days' && count === 1 ? 'day' : name}`];
  });
  return `${ms < 0 ? '−' : ''}${parts.slice(0, 2).join(' ') || '0 s'}`;
}
