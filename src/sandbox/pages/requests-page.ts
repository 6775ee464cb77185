import { html, type Html } from '../../platform/html.js';
import type { LogEntry } from '../request-log.js';
import type { AppView } from '../staff/staff-view.js';
import { actionForm, appChoices, choiceField } from './forms.js';
import { connectionPath, factList, layout, moment, pagesPath } from './layout.js';
import { detailTable } from './listing-page.js';
import { explainRefusal } from './refusals-explained.js';
import { counted, plain } from './words.js';

const requestsShown = 100;

/** The requests to show. */
export interface RequestFilter {
  /** Empty: every app. */
  appId: string;
  /** Empty: every operation. */
  operation: string;
  refusalsOnly: boolean;
}

/** The log of requests, newest first. Each refusal is explained by the rule that the request broke. */
export function requestsPage(
  entries: readonly LogEntry[],
  filter: RequestFilter,
  choices: { apps: readonly AppView[]; operations: readonly string[] },
): Html {
  const found = entries
    .filter(
      (entry) =>
        (filter.appId === '' || entry.appId === filter.appId) &&
        (filter.operation === '' || entry.operation === filter.operation) &&
        (!filter.refusalsOnly || entry.refusal !== null),
    )
    .reverse();
  return layout(
    'Requests',
    '/requests',
    html`<h1>Requests</h1>
      ${filterForm(filter, choices)}
      <p class="quiet">${countOf(found.length, entries.length)} Times are in UTC.</p>
      <ol class="log" reversed>
        ${found.slice(0, requestsShown).map((entry) => requestLine(entry))}
      </ol>
      ${
        entries.length === 0
          ? null
          : actionForm({ call: 'DELETE /requests', label: 'Empty the log', back: `${pagesPath}/requests` })
      }`,
  );
}

function countOf(found: number, all: number): string {
  if (all === 0) return 'No request yet.';
  if (found === 0) return `None of the ${all} requests is like this.`;
  if (found > requestsShown) return `The newest ${requestsShown} of ${found}.`;
  return found === all ? `All ${all}, the newest first.` : `${found} of ${all}, the newest first.`;
}

function filterForm(
  { appId, operation, refusalsOnly }: RequestFilter,
  { apps, operations }: { apps: readonly AppView[]; operations: readonly string[] },
): Html {
  return html`<form class="action" action="${pagesPath}/requests">
    ${choiceField('App', 'app', [['', 'every app'], ...appChoices(apps)], appId)}
    ${choiceField('Operation', 'operation', [['', 'every operation'], ...operations], operation)}
    <label class="check"
      ><input type="checkbox" name="refusals" value="1" ${refusalsOnly ? html`checked` : null} /> refusals
      only</label
    >
    <button>Show</button>
  </form>`;
}

function requestLine(entry: LogEntry): Html {
  const { at, method, path, query, status, operation, errorCode, items, replayed, refusal, fault } = entry;
  const line = html`<span class="line">
    ${moment(at)}
    <span class="state ${moodOf(status)}">${status ?? 'cut'}</span>
    <span class="request"><b>${method}</b> ${path}${query}</span>
    <span class="quiet"
      >${operation === null ? 'no operation' : plain(operation)}${
        items === null ? null : `, ${counted(items, 'item')}`
      }${replayed ? ', replayed' : null}${fault === null ? null : `, by a fault (${plain(fault)})`}</span
    >
    ${errorCode === null ? null : html`<code>${errorCode}</code>`}
  </span>`;
  return html`<li>
    <details id="${entry.requestId}">
      <summary>${line}</summary>
      <div class="unfolded">
        ${refusal === null ? null : refusalPart(errorCode ?? '', refusal)}
        ${factList([
          ['request id', html`<code>${entry.requestId}</code>`],
          ['key', entry.keyId && html`<code>${entry.keyId}</code>`],
          [
            'connection',
            entry.connectionId &&
              html`<a href="${connectionPath(entry.connectionId)}"><code>${entry.connectionId}</code></a>`,
          ],
          ['idempotency key', entry.idempotencyKey && html`<code>${entry.idempotencyKey}</code>`],
        ])}
      </div>
    </details>
  </li>`;
}

function moodOf(status: LogEntry['status']): string {
  if (status === null) return 'bad';
  return status < 400 ? 'good' : status === 429 ? 'doubt' : 'bad';
}

function refusalPart(code: string, { message, details, sent }: NonNullable<LogEntry['refusal']>): Html {
  const { rule, remedy, where } = explainRefusal(code);
  const values = new Map(sent.map(({ pointer, value }) => [pointer, value]));
  return html`<div class="notice bad-notice">
    <p><b>${message}</b></p>
    ${factList([
      ['the rule', rule],
      ['what to do', remedy],
      ['where it stands', where],
    ])}
    ${isList(details) ? detailTable(details) : details && otherDetails(details)}
    ${
      values.size === 0
        ? null
        : html`<h3>What was sent there</h3>
            ${factList([...values].map(([pointer, value]) => [pointer, html`<code>${value}</code>`] as const))}`
    }
  </div>`;
}

type Details = NonNullable<LogEntry['refusal']>['details'];

function isList(details: Details): details is Extract<Details, readonly unknown[]> {
  return Array.isArray(details);
}

/** Details that are not a list. A text of several lines, such as the signing base, is shown with its line breaks. */
function otherDetails(details: Readonly<Record<string, unknown>>): Html {
  return html`${Object.entries(details).map(([name, value]) =>
    typeof value === 'string' && value.includes('\n')
      ? html`<h3>${plain(name)}</h3>
          <pre tabindex="0" aria-label="${plain(name)}">${value}</pre>`
      : factList([[plain(name), typeof value === 'string' ? value : JSON.stringify(value)]]),
  )}`;
}
