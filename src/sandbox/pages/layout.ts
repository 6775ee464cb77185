import { html, type Html, type Part } from '../../platform/html.js';

export { dataTable } from '../../platform/html-table.js';

/** Where the pages live; `/_sandbox` itself shows the first one. */
export const pagesPath = '/_sandbox/page';

const tabs = [
  ['/overview', 'Overview'],
  ['/requests', 'Requests'],
  ['/deliveries', 'Deliveries'],
  ['/coverage', 'Coverage'],
  ['/faults', 'Faults'],
] as const;
export type Tab = (typeof tabs)[number][0];

export function connectionPath(id: string): string {
  return `${pagesPath}/connections/${id}`;
}

export function listingPath(connectionId: string, externalId: string): string {
  return `${connectionPath(connectionId)}/listings/${encodeURIComponent(externalId)}`;
}

/** The frame of every page. @param tab the one that is marked as current */
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

/** What went wrong with a request of the page itself, and the way back. */
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

/** Names and values; those without a value are left out. */
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

/** A word of state; its colour says how it is. */
export function stateMark(state: string): Html {
  return html`<span class="state ${moods.get(state) ?? 'neutral'}">${state.replaceAll('_', ' ')}</span>`;
}

const moods = new Map([
  ...['active', 'live', 'completed', 'delivered', 'accepted'].map((state) => [state, 'good'] as const),
  ...['certifying', 'paused', 'needs_review', 'waiting', 'received', 'processing'].map(
    (state) => [state, 'doubt'] as const,
  ),
  ...['rejected', 'revoked', 'taken_down', 'failed', 'suspended'].map((state) => [state, 'bad'] as const),
]);

/** `2026-03-02 08:00:12` in UTC: what the portal stamps. */
export function moment(at: number | null): Html | null {
  if (at === null) return null;
  const iso = new Date(at).toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 19)}</time>`;
}

/** `1 day 2 h`, `5 min`, `0 s`. */
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
