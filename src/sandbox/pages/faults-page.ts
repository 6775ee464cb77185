import { html, type Html, type Part } from '../../platform/html.js';
import type { FaultAction } from '../state/fault.js';
import type { Faults } from '../faults.js';
import { magicValues, type MagicValue } from '../state/magic-values.js';
import type { AppView } from '../staff/staff-view.js';
import type { WebhookFaultAction, WebhookFaults } from '../state/webhook-faults.js';
import { dataTable } from '../../platform/html-table.js';
import { actionForm, appField, choiceField, foldedAction, hidden, numberField, textField } from './forms.js';
import { layout, pagesPath } from './layout.js';
import { plain } from './words.js';

const back = `${pagesPath}/faults`;

/** The faults that are still to act, the forms to arm new ones, and the table of magic values. */
export function faultsPage(
  waiting: { requests: ReturnType<Faults['waiting']>; webhooks: ReturnType<WebhookFaults['waiting']> },
  { apps, operations }: { apps: readonly AppView[]; operations: readonly string[] },
): Html {
  const app = appField(apps, 'app', ['', 'any']);
  const operation = choiceField('Operation', 'operation', [['', 'any'], ...operations]);
  return layout(
    'Faults',
    '/faults',
    html`<h1>Faults</h1>
      <p class="lead">
        What a client has to live with, whenever you want it. Each fault acts on the next requests that match.
      </p>
      <section aria-labelledby="due">
        <h2 id="due">Waiting to act</h2>
        ${dueFaults(waiting)}
      </section>
      <section aria-labelledby="requests">
        <h2 id="requests">Requests</h2>
        <div class="folds">
          ${requestFaults.map((fault) => faultForm(fault, 'POST /faults', [operation, app]))}
        </div>
      </section>
      <section aria-labelledby="webhooks">
        <h2 id="webhooks">Webhooks</h2>
        <div class="folds">
          ${webhookFaults.map((fault) => faultForm(fault, 'POST /webhook-faults', app))}
        </div>
      </section>
      <section aria-labelledby="magic">
        <h2 id="magic">Magic values</h2>
        <p class="quiet">
          A client sends these itself; an ending of an external id stands after a colon, as in A-17:duplicate.
        </p>
        ${(['external_id', 'photo', 'connect_code'] as const).map((where) => magicTable(where))}
      </section>`,
  );
}

/** A kind of fault that can be armed, with the fields of its form. */
interface Offer<Action extends { kind: string }> {
  kind: Action['kind'];
  name: string;
  hint: string;
  fields?: Part;
}

const requestFaults: readonly Offer<FaultAction>[] = [
  {
    kind: 'status',
    name: 'An error',
    hint: 'Answered so; nothing is applied.',
    fields: [
      choiceField('Status', 'does.status:number', [
        ['500', '500 internal error'],
        ['502', '502 bad gateway'],
        ['503', '503 unavailable'],
        ['504', '504 gateway timeout'],
        ['429', '429 too many requests'],
      ]),
      textField('Code in the envelope', 'does.code', { hint: 'internal_error' }),
      textField('Retry-After', 'does.retryAfter', { hint: '30' }),
    ],
  },
  {
    kind: 'cut',
    name: 'A cut connection',
    hint: 'The client sees a reset and cannot know whether it was applied.',
    fields: choiceField('When', 'does.when', [
      ['before', 'before it is applied'],
      ['after', 'after it is applied'],
    ]),
  },
  {
    kind: 'latency',
    name: 'A slow answer',
    hint: 'The portal waits, then serves as usual.',
    fields: numberField('Milliseconds', 'does.ms', 30_000),
  },
  {
    kind: 'slow_body',
    name: 'A slow body',
    hint: 'The reply comes in pieces.',
    fields: [
      numberField('Pieces', 'does.pieces', 10, 1),
      numberField('Milliseconds before each', 'does.ms', 1000),
    ],
  },
  { kind: 'truncated', name: 'Half a reply', hint: 'Applied; half of the bytes arrive as if they were all.' },
  { kind: 'html', name: 'A login page', hint: 'Status 200 and HTML, as of a proxy; nothing is applied.' },
  {
    kind: 'drop_items',
    name: 'Partial results',
    hint: 'The reply lacks some of its item results.',
    fields: textField('Positions, by commas', 'does.positions:numbers', { value: '0', required: true }),
  },
  { kind: 'reverse_items', name: 'Results out of order', hint: 'Item results stand in reverse order.' },
];

const webhookFaults: readonly Offer<WebhookFaultAction>[] = [
  { kind: 'lost', name: 'A lost event', hint: 'The portal takes it for delivered; nothing arrives.' },
  {
    kind: 'late',
    name: 'A late event',
    hint: 'It comes behind whatever happens meanwhile.',
    fields: numberField('Milliseconds', 'does.ms', 60_000, 1),
  },
  { kind: 'doubled', name: 'An event twice', hint: 'With the same id.' },
  { kind: 'forged', name: 'A forged event', hint: 'Signed with an unknown secret.' },
];

/** @param match the fields that limit the fault to some requests or webhooks */
function faultForm(
  { kind, name, hint, fields = null }: Offer<{ kind: string }>,
  call: string,
  match: Part,
): Html {
  return foldedAction(name, hint, {
    call,
    label: 'Arm it',
    back,
    fields: [hidden('does.kind', kind), fields, match, numberField('Times', 'times', 1, 1)],
  });
}

function dueFaults({ requests, webhooks }: Parameters<typeof faultsPage>[0]): Html {
  const rows: Part[][] = [
    ...requests.map(({ fault, left }) => [
      [fault.operation ?? 'any request'].flat().map(plain).join(', '),
      actionWords(requestFaults, fault.does),
      left,
    ]),
    ...webhooks.map(({ fault, left }) => [
      fault.events?.join(', ') ?? 'any webhook',
      actionWords(webhookFaults, fault.does),
      left,
    ]),
  ];
  if (rows.length === 0) return html`<p class="quiet">Nothing: everything works as it should.</p>`;
  return html`${dataTable(['of', 'what', 'times left'], rows, '')}
    <div class="row">
      ${disarmForm(requests, 'requests', 'DELETE /faults')}
      ${disarmForm(webhooks, 'webhooks', 'DELETE /webhook-faults')}
    </div>`;
}

function disarmForm(due: readonly unknown[], of: string, call: string): Html | null {
  return due.length === 0 ? null : actionForm({ call, label: `Disarm those of ${of}`, back });
}

function actionWords(
  offers: readonly Offer<{ kind: string }>[],
  { kind, ...rest }: { kind: string },
): string {
  const values = Object.entries(rest).map(([name, value]) => `${name} ${String(value)}`);
  return [offers.find((offer) => offer.kind === kind)?.name ?? plain(kind), ...values].join(', ');
}

const magicTitles: Readonly<Record<MagicValue['where'], string>> = {
  external_id: 'Endings of an external id',
  photo: 'Hosts of a photo',
  connect_code: 'Connect codes',
};

function magicTable(where: MagicValue['where']): Html {
  const rows = magicValues
    .filter((value) => value.where === where)
    .map(({ value, outcome }) => [html`<code>${value}</code>`, withCode(outcome)]);
  return html`<h3>${magicTitles[where]}</h3>
    ${dataTable(['value', 'outcome'], rows, '')}`;
}

/** The table of magic values is in Markdown: text between backticks is code. */
function withCode(text: string): Part {
  return text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
}
