import { html, type Html } from '../../platform/html.js';
import type { Delivery, WebhookEndpoint } from '../state/model.js';
import type { AppView } from '../staff/staff-view.js';
import { dataTable } from '../../platform/html-table.js';
import { actionForm, appField, foldedAction, hidden, textField } from './forms.js';
import { connectionPath, factList, layout, moment, pagesPath, stateMark } from './layout.js';
import { counted } from './words.js';

const back = `${pagesPath}/deliveries`;
const deliveriesShown = 100;

/** The webhook endpoints and the deliveries of events. @param deliveries oldest first */
export function deliveriesPage(
  endpoints: readonly WebhookEndpoint[],
  deliveries: readonly Delivery[],
  apps: readonly AppView[],
): Html {
  const newest = [...deliveries].reverse().slice(0, deliveriesShown);
  const urls = new Map(endpoints.map(({ id, url }) => [id, url]));
  return layout(
    'Deliveries',
    '/deliveries',
    html`<h1>Deliveries</h1>
      <p class="lead">What is sent to the client’s webhooks. Times are in UTC, by the clock of the app.</p>
      <section aria-labelledby="endpoints">
        <h2 id="endpoints">Endpoints</h2>
        ${
          endpoints.length === 0
            ? html`<p class="quiet">No endpoint is registered, so no event is sent.</p>`
            : endpoints.map((endpoint) => endpointPanel(endpoint, apps))
        }
        ${newEndpoint(apps)}
      </section>
      <section aria-labelledby="events">
        <h2 id="events">Events</h2>
        ${
          deliveries.length > deliveriesShown
            ? html`<p class="quiet">The newest ${deliveriesShown} of ${deliveries.length}.</p>`
            : null
        }
        ${
          newest.length === 0
            ? html`<p class="quiet">No event yet.</p>`
            : html`<ol class="log" reversed>
                ${newest.map((delivery) => deliveryLine(delivery, urls.get(delivery.endpointId) ?? null))}
              </ol>`
        }
      </section>`,
  );
}

function endpointPanel(endpoint: WebhookEndpoint, apps: readonly AppView[]): Html {
  const { id, appId, url, secrets, events, disabled, failingSince } = endpoint;
  return html`<div class="panel">
    <h3>${url} ${disabled === null ? null : stateMark('disabled')}</h3>
    ${factList([
      ['app', apps.find((app) => app.id === appId)?.name ?? appId],
      ['events', events === null ? 'all' : events.join(', ')],
      [
        'secrets',
        secrets.map(
          ({ text, until }) =>
            html`<code>${text}</code>${until === null ? null : html` until ${moment(until)}`} `,
        ),
      ],
      ['disabled', disabled && html`${moment(disabled.at)}: ${disabled.reason}`],
      ['failing since', moment(failingSince)],
    ])}
    <div class="row">
      ${actionForm({ call: `POST /webhooks/${id}/rotate`, label: 'Rotate the secret', back })}
      ${actionForm({
        call: `PATCH /webhooks/${id}`,
        label: disabled === null ? 'Switch it off' : 'Switch it on',
        back,
        fields: hidden('disabled:boolean', String(disabled === null)),
      })}
      ${actionForm({ call: `DELETE /webhooks/${id}`, label: 'Remove it', back, tone: 'danger' })}
    </div>
  </div>`;
}

function newEndpoint(apps: readonly AppView[]): Html {
  return html`<div class="folds">
    ${foldedAction('Register an endpoint', 'On this machine, unless the sandbox was told otherwise.', {
      call: 'POST /webhooks',
      label: 'Register it',
      back,
      fields: [
        textField('URL', 'url', { required: true, hint: 'http://127.0.0.1:8080/webhooks' }),
        appField(apps, 'app_id'),
      ],
      tone: 'primary',
    })}
  </div>`;
}

function deliveryLine(delivery: Delivery, url: string | null): Html {
  const { id, eventId, event, connectionId, createdAt, status, nextAt, attempts, body } = delivery;
  const rows = attempts.map(({ at, status: answered, error, fault }) => [moment(at), answered, error, fault]);
  return html`<li>
    <details id="${id}">
      <summary>
        <span class="line">
          ${moment(createdAt)} ${stateMark(status)} <span class="request"><b>${event}</b></span>
          <span class="quiet">${counted(attempts.length, 'attempt')}</span>
        </span>
      </summary>
      <div class="unfolded">
        ${factList([
          ['event id', html`<code>${eventId}</code>`],
          ['endpoint', url ?? 'removed'],
          ['connection', html`<a href="${connectionPath(connectionId)}"><code>${connectionId}</code></a>`],
          ['next attempt', moment(nextAt)],
        ])}
        ${dataTable(['attempt', 'answered', 'what went wrong', 'fault'], rows, 'It was not tried yet.')}
        <pre tabindex="0" aria-label="Body of ${event}">${JSON.stringify(JSON.parse(body), null, 2)}</pre>
        ${actionForm({ call: `POST /deliveries/${id}/redeliver`, label: 'Send it again', back })}
      </div>
    </details>
  </li>`;
}
