import { html, type Html } from '../../platform/html.js';
import type { Coverage, CoverageOfKind } from '../coverage.js';
import type { AppView } from '../staff/staff-view.js';
import { appChoices, choiceField } from './forms.js';
import { duration, layout, pagesPath } from './layout.js';

/** How much of the API one app has met. What it has not met, the client's tests do not cover. @param coverage null: there is no app */
export function coveragePage(coverage: Coverage | null, apps: readonly AppView[]): Html {
  const app = apps.find(({ id }) => id === coverage?.appId);
  return layout(
    'Coverage',
    '/coverage',
    html`<h1>Coverage</h1>
      ${
        coverage === null || !app
          ? html`<p class="lead">There is no app yet.</p>`
          : html`<p class="lead">
                ${app.name} has met <b>${coverage.met} of ${coverage.of}</b>. What it never met, its developer
                never saw.
              </p>
              ${appForm(coverage.appId, apps)}
              <p><a href="/_sandbox/apps/${coverage.appId}/coverage">The same as JSON</a></p>
              ${coverage.kinds.map((kind) => kindPart(kind, app.now))}`
      }`,
  );
}

function appForm(chosen: string, apps: readonly AppView[]): Html | null {
  if (apps.length < 2) return null;
  return html`<form class="action" action="${pagesPath}/coverage">
    ${choiceField('App', 'app', appChoices(apps), chosen)}
    <button>Show</button>
  </form>`;
}

function kindPart({ kind, met, entries }: CoverageOfKind, now: number): Html {
  return html`<section aria-labelledby="${kind}">
    <h2 id="${kind}">${titles[kind]} <span class="count">${met} of ${entries.length}</span></h2>
    <ul class="chips">
      ${entries.map(({ name, count, lastAt }) =>
        lastAt === null
          ? html`<li class="unmet">${name} <small>not yet</small></li>`
          : html`<li class="met">
              ${name} <small>${count}×, ${duration(Math.max(0, now - lastAt))} ago</small>
            </li>`,
      )}
    </ul>
  </section>`;
}

const titles: Readonly<Record<CoverageOfKind['kind'], string>> = {
  operations: 'Operations asked',
  error_codes: 'Error codes',
  detail_codes: 'Detail codes',
  item_results: 'Item results',
  failure_codes: 'Failure codes',
  warning_codes: 'Warning codes',
  connection_states: 'Connection states',
  listing_states: 'Listing states',
  webhook_events: 'Webhook events delivered',
};
