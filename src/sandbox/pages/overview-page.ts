import { html, type Html, type Part } from '../../platform/html.js';
import type { AppView, ConnectionView, StaffView } from '../staff/staff-view.js';
import { dataTable } from '../../platform/html-table.js';
import {
  actionForm,
  appField,
  choiceField,
  foldedAction,
  hidden,
  numberField,
  textArea,
  textField,
} from './forms.js';
import { connectionPath, duration, factList, layout, moment, pagesPath, stateMark } from './layout.js';
import { counted, turnWords } from './words.js';

const back = `${pagesPath}/overview`;

/** The first page: connections, apps and limits, with the forms to add and change them. @param origin of the sandbox's address */
export function overviewPage(view: StaffView, origin: string): Html {
  const apps = view.apps();
  const connections = view.connections();
  return layout(
    'Overview',
    '/overview',
    html`<h1>Sandbox portal</h1>
      <p class="lead">Base URL <code>${origin}${view.basePath}</code></p>
      ${waiting(connections)}
      <section aria-labelledby="connections">
        <h2 id="connections">Connections</h2>
        ${connectionTable(connections)} ${newConnection(apps)}
      </section>
      <section aria-labelledby="apps">
        <h2 id="apps">Apps and keys</h2>
        ${apps.map((app) => appPanel(app))} ${newApp()}
      </section>
      <section aria-labelledby="portal">
        <h2 id="portal">Limits and reset</h2>
        <div class="panel">
          ${limitsForm(view)}
          <div class="folds">${resetForm(apps)}</div>
        </div>
      </section>`,
  );
}

function waiting(connections: readonly ConnectionView[]): Html | null {
  const due = connections.filter(({ turn }) => turn === 'staff_review' || turn === 'staff_moderate');
  if (due.length === 0) return null;
  return html`<section class="attention" aria-labelledby="waiting">
    <h2 id="waiting">Waits for you</h2>
    <ul>
      ${due.map(
        ({ id, agency, counts, turn }) =>
          html`<li>
            <a href="${connectionPath(id)}"
              >${turn === 'staff_review' ? 'The first batch of ' : null}${agency.name}</a
            >: ${counted(counts.review, 'listing')} to look at
          </li>`,
      )}
    </ul>
  </section>`;
}

function connectionTable(connections: readonly ConnectionView[]): Html {
  const rows = [...connections]
    .reverse()
    .map((one) => [
      html`<a href="${connectionPath(one.id)}">${one.agency.name}</a><br /><small>${one.id}</small>`,
      stateMark(one.status),
      countsOf(one),
      html`${turnWords[one.turn]}${one.code && html`<br /><code>${one.code.text}</code>`}`,
      html`${one.app.name}`,
      moment(one.lastPushAt),
    ]);
  const headings = ['agency', 'state', 'listings', 'who acts next', 'app', 'last push (UTC)'];
  return dataTable(headings, rows, 'No connection yet. Issue a code, and let your client redeem it.');
}

function countsOf({ counts }: ConnectionView): Part {
  const parts = Object.entries(counts).filter(([, count]) => count > 0);
  return parts.length === 0 ? 'none' : parts.map(([name, count]) => `${count} ${name}`).join(', ');
}

function newConnection(apps: readonly AppView[]): Html {
  const agency = textField('Agency', 'agency.name', { value: 'Agencija Demo' });
  return html`<div class="folds">
    ${foldedAction('Issue a connect code', 'An agency clicks Connect: the partner gets a code to redeem.', {
      call: 'POST /codes',
      label: 'Issue a code',
      back,
      fields: [agency, appField(apps, 'app_id')],
      tone: 'primary',
    })}
    ${foldedAction('Add a connection', 'In whatever state you need, without a code.', {
      call: 'POST /connections',
      label: 'Add it',
      back,
      fields: [
        agency,
        choiceField('State', 'status', ['active', 'certifying', 'paused', 'revoked']),
        appField(apps, 'app_id'),
      ],
    })}
  </div>`;
}

function appPanel(app: AppView): Html {
  const { id, name, environment, partner, suspended, keys, advancedMs, skewMs, now, limits } = app;
  const keyRows = keys.map((key) => [
    html`<code>${key.id}</code>`,
    html`<code>${key.publicKey}</code>`,
    key.revoked
      ? stateMark('revoked')
      : actionForm({ call: `DELETE /keys/${key.id}`, label: 'Revoke', back, tone: 'danger' }),
  ]);
  return html`<div class="panel">
    <h3>${name} ${suspended ? stateMark('suspended') : null}</h3>
    ${factList([
      ['app id', html`<code>${id}</code>`],
      ['environment', environment],
      ['partner', partner.name],
      ['requests a minute', limits.rate_limit_per_minute],
      ['its time (UTC)', moment(now)],
      ['moved on by', advancedMs === 0 ? null : duration(advancedMs)],
      ['clock off by', skewMs === 0 ? null : duration(skewMs)],
    ])}
    ${dataTable(['key', 'public key', 'action'], keyRows, 'No key yet: nothing can be signed for this app.')}
    ${advanceForms(app)}
    <div class="folds">
      ${foldedAction('Register a public key', 'Ed25519, as PEM or as 32 bytes in base64url.', {
        call: 'POST /keys',
        label: 'Register it',
        back,
        fields: [hidden('app_id', id), textArea('Public key', 'public_key', '-----BEGIN PUBLIC KEY-----')],
        tone: 'primary',
      })}
      ${foldedAction(
        suspended ? 'Let the app go on' : 'Suspend the app',
        suspended ? 'Its requests are served again.' : 'Every request of it is refused with app_suspended.',
        suspended
          ? { call: `POST /apps/${id}/unsuspend`, label: 'Let it go on', back }
          : { call: `POST /apps/${id}/suspend`, label: 'Suspend it', back, tone: 'danger' },
      )}
      ${foldedAction('Set its clock wrong', 'What Date says and timestamps are checked by.', {
        call: 'PUT /clock',
        label: 'Set it',
        back,
        fields: [
          hidden('app_id', id),
          html`<label
            >Ahead by, in milliseconds; negative is behind
            <input name="offset_ms:number" type="number" value="${skewMs}" required />
          </label>`,
        ],
      })}
    </div>
  </div>`;
}

function advanceForms({ id }: AppView): Html {
  const steps = [
    ['1 minute', 60_000],
    ['1 hour', 3_600_000],
    ['1 day', 86_400_000],
    ['8 days', 8 * 86_400_000],
  ] as const;
  return html`<div class="row">
    <span class="quiet">Move its time on by</span>
    ${steps.map(([label, ms]) =>
      actionForm({
        call: 'POST /clock/advance',
        label,
        back,
        fields: [hidden('app_id', id), hidden('ms:number', ms)],
      }),
    )}
  </div>`;
}

function newApp(): Html {
  return html`<div class="folds">
    ${foldedAction('Add an app', 'Apps see nothing of each other: one for each client, or for each test.', {
      call: 'POST /apps',
      label: 'Add it',
      back,
      fields: [
        textField('Name', 'name', { required: true }),
        textField('Partner', 'partner'),
        choiceField('Environment', 'environment', ['sandbox', 'live']),
      ],
    })}
  </div>`;
}

function limitsForm(view: StaffView): Html {
  const limits = view.limits();
  return actionForm({
    call: 'PATCH /limits',
    label: 'Set the limits',
    back,
    fields: [
      numberField('Requests a minute', 'rate_limit_per_minute', limits.rate_limit_per_minute, 1),
      numberField('Items an hour', 'connection_items_per_hour', limits.connection_items_per_hour, 1),
      numberField('Items in a batch', 'max_batch_items', limits.max_batch_items, 1),
    ],
  });
}

function resetForm(apps: readonly AppView[]): Html {
  return foldedAction(
    'Back to the beginning',
    'Connections, listings, batches, deliveries, requests, faults and clocks are gone. Apps, keys and webhook endpoints stay.',
    {
      call: 'POST /reset',
      label: 'Reset',
      back,
      fields: choiceField('What', 'app_id', [
        ['', 'everything'],
        ...apps.map(({ id, name }) => [id, `${name} alone`] as const),
      ]),
      tone: 'danger',
    },
  );
}
