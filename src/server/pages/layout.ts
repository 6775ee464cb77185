import { html, type Html, type Part } from '../../platform/html.js';

export { dataTable } from '../../platform/html-table.js';

/** The frame of every page. */
export function layout(title: string, body: Part, query = ''): Html {
  return html`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>${title} · feedsync</title>
      <link rel="stylesheet" href="/style.css" />
    </head>
    <body>
      <header>
        <a class="name" href="/">feedsync</a>
        <a href="/console">Console</a>
        <form action="/listings" role="search">
          <input
            type="search"
            name="q"
            value="${query}"
            placeholder="Listing: id, code or title"
            aria-label="Find a listing"
          />
          <button>Find</button>
        </form>
      </header>
      <main>${body}</main>
    </body>
  </html>`;
}

export function messagePage(title: string, message: string): Html {
  return layout(
    title,
    html`<h1>${title}</h1>
      <p>${message}</p>`,
  );
}

/** A word of state; its colour says how it is. */
export function stateMark(state: string): Html {
  return html`<span class="state ${moods.get(state) ?? 'neutral'}">${state.replaceAll('_', ' ')}</span>`;
}

const moods = new Map([
  ...['active', 'live', 'done', 'unchanged'].map((state) => [state, 'good'] as const),
  ...['stalled', 'held', 'deferred', 'certifying', 'paused', 'needs_review', 'unknown'].map(
    (state) => [state, 'doubt'] as const,
  ),
  ...['failed', 'rejected', 'revoked', 'not_found', 'orphaned', 'taken_down'].map(
    (state) => [state, 'bad'] as const,
  ),
]);
